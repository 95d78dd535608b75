// The placements of a board, for readers of files that refer to placements by number and do not list them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/square_set.h"
#include "db/label_source.h"

namespace uisge {

// All canonical placements, ascending; takes a second for the real game. Errors begin with `path`: resource if memory
// cannot hold the placements (a file of a few bytes can name any board), kBadFile if `count` is not the number of
// placements.
Result<std::vector<SquareSet>> file_placements(const std::string& path, const DatabaseIdentity& identity,
                                               std::uint64_t count);

// The base class for the labels of a file that refers to placements by number.
class EnumeratedLabels : public LabelSource {
 public:
  const std::string& path() const final { return path_; }
  const DatabaseIdentity& identity() const final { return identity_; }
  const Board& board() const final { return board_; }
  const Colourings& colourings() const final { return colourings_; }
  std::span<const SquareSet> placements() const final { return placements_; }

 protected:
  EnumeratedLabels(std::string path, const DatabaseIdentity& identity, std::vector<SquareSet> placements)
      : path_(std::move(path)),
        identity_(identity),
        board_(identity.board),
        colourings_(identity.pieces),
        placements_(std::move(placements)) {}

 private:
  std::string path_;
  DatabaseIdentity identity_;
  Board board_;
  Colourings colourings_;
  std::vector<SquareSet> placements_;
};

}  // namespace uisge

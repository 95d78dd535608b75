// The labels of a list of noted positions (db/note_file.h), for the probe. Opening enumerates the placements of the
// board, which takes a second for the real game. Not thread-safe.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "db/label_source.h"
#include "db/note_file.h"

namespace uisge {

class NoteLabels final : public LabelSource {
 public:
  // Errors: those of NoteFile::open; kBadFile if the board does not have as many placements as the list says.
  static Result<std::unique_ptr<NoteLabels>> open(const std::string& path);

  const std::string& path() const override { return path_; }
  const DatabaseIdentity& identity() const override { return notes_.identity(); }
  const Board& board() const override { return board_; }
  const Colourings& colourings() const override { return colourings_; }
  std::span<const SquareSet> placements() const override { return placements_; }
  Result<LabelCode> code(PositionCell cell) override { return notes_.find(cell); }
  bool is_partial() const override { return true; }
  const NoteFile& notes() const { return notes_; }

 private:
  NoteLabels(std::string path, NoteFile notes, std::vector<SquareSet> placements)
      : path_(std::move(path)),
        notes_(std::move(notes)),
        board_(notes_.identity().board),
        colourings_(notes_.identity().pieces),
        placements_(std::move(placements)) {}

  std::string path_;
  NoteFile notes_;
  Board board_;
  Colourings colourings_;
  std::vector<SquareSet> placements_;
};

}  // namespace uisge

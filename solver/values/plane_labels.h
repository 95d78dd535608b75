// What the plane of a values solve says so far, for the probe: which positions are won, and which are lost by that.
//
// A position is won if its bit is set, and lost if all its successors are won; nothing else is decided. While the solve
// goes on ever more is. Tiles are read when one of them is asked for, and kept in a bounded cache; a position and its
// moves need some hundred of them. Opening enumerates the placements of the board, a second for the real game. Not
// thread-safe.
#pragma once

#include <memory>
#include <vector>

#include "db/label_source.h"
#include "solver/values/file_plane.h"

namespace uisge {

class PlaneLabels final : public LabelSource {
 public:
  // Errors: those of PlaneFile::open_to_read; kBadFile if the board has other placements than the plane.
  static Result<std::unique_ptr<PlaneLabels>> open(const std::string& path, std::size_t cache_bytes);

  const std::string& path() const override { return plane_.path(); }
  const DatabaseIdentity& identity() const override { return identity_; }
  const Board& board() const override { return board_; }
  const Colourings& colourings() const override { return colourings_; }
  std::span<const SquareSet> placements() const override { return placements_; }
  Result<LabelCode> code(PositionCell cell) override;
  bool has_distances() const override { return false; }
  std::optional<Plies> decided_plies() const override { return Plies{0}; }

 private:
  PlaneLabels(PlaneFile file, std::vector<SquareSet> placements, std::size_t cache_bytes);
  Result<bool> is_won(PositionCell cell);

  DatabaseIdentity identity_;
  TileLayout layout_;
  Board board_;
  Colourings colourings_;
  std::vector<SquareSet> placements_;
  FilePlane plane_;
};

}  // namespace uisge

// Gives a probe the labels of an unfinished values solve: the plane of the solve says which positions are won or lost
// so far.
//
// A position is won if its bit is set, and lost if all its successors are won; all others are undecided. Tiles are read
// when they are needed and kept in a bounded cache. A question about a position and its moves reads about a hundred
// tiles. Opening enumerates the placements of the board, which takes a second for the real game. Not thread-safe.
#pragma once

#include <memory>
#include <vector>

#include "db/label_source.h"
#include "solver/values/paged_plane.h"

namespace uisge {

class PlaneLabels final : public LabelSource {
 public:
  // Errors: those of PlaneFile::open_to_read; kBadFile if the board does not have as many placements as the plane says.
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
  PagedPlane plane_;
};

}  // namespace uisge

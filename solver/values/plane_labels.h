// Answers queries about positions from the plane file of an unfinished values solve. The plane has one bit per
// position, which is set once the position is known to be won.
//
// A position is won if its bit is set, and lost if all its successors are won; all other positions are undecided. Tiles
// are read when they are needed and kept in a bounded cache. A question about a position and all its moves reads about
// a hundred tiles. A question that needs a damaged tile gets an error, and the next question reads the tile again,
// since the solve may have written it by then. open() enumerates the placements of the board, which takes a second for
// the real game. Not thread-safe.
#pragma once

#include <memory>
#include <vector>

#include "solver/placements/file_placements.h"
#include "solver/values/paged_plane.h"

namespace uisge {

class PlaneLabels final : public EnumeratedLabels {
 public:
  // Errors: those of PlaneFile::open_to_read; kBadFile if the number of placements in the file's header is not the
  // board's.
  static Result<std::unique_ptr<PlaneLabels>> open(const std::string& path, std::size_t cache_bytes);

  Result<LabelCode> code(PositionCell cell) override;
  bool has_distances() const override { return false; }
  std::optional<Plies> decided_plies() const override { return Plies{0}; }

 private:
  PlaneLabels(PlaneFile file, std::vector<SquareSet> placements, std::size_t cache_bytes);
  Result<bool> is_won(PositionCell cell);

  TileLayout layout_;
  PagedPlane plane_;
};

}  // namespace uisge

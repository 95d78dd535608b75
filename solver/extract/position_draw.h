// Positions drawn at random from all of a game, by a seed: the same for everybody who draws again.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/board.h"
#include "db/format.h"
#include "db/position_cell.h"

namespace uisge {

// The canonical placements of a game, ascending; a second for the real game. Errors: resource if memory does not hold
// them, usage if there are none.
Result<std::vector<SquareSet>> placements_of(const DatabaseIdentity& identity);

// Cells of live positions in ascending order, each drawn from all raw positions with the same chance, so the same one
// may come again: a placement by chance, taken as often as it has images, and an index of it, taken if it is live.
// docs/extract.md has the arithmetic. About 0.3 us per draw. REQUIRES: there are placements.
std::vector<PositionCell> draw_cells(const Board& board, std::span<const SquareSet> placements, int pieces,
                                     std::uint64_t draws, std::uint64_t seed);

}  // namespace uisge

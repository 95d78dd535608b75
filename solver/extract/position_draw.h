// Chooses positions of a game at random, from a given seed. Equal seeds give equal positions.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/board.h"
#include "db/format.h"
#include "db/position_cell.h"

namespace uisge {

// The canonical placements of a game, ascending; takes a second for the real game. Errors: kResource if memory cannot
// hold the placements, kUsage if the game has no placements.
Result<std::vector<SquareSet>> placements_of(const DatabaseIdentity& identity);

// Chooses cells of live positions at random and returns them in ascending order. Each cell is chosen independently of
// the others, so a cell may be chosen twice. All positions of the board have the same chance. Each try chooses a
// placement and an index. The try keeps the placement with a probability in proportion to the number of the placement's
// images. It keeps the index if the cell's position is live. docs/extract.md has the arithmetic. Takes about 0.3 us per
// chosen cell. REQUIRES: there are placements.
std::vector<PositionCell> draw_cells(const Board& board, std::span<const SquareSet> placements, int pieces,
                                     std::uint64_t draws, std::uint64_t seed);

}  // namespace uisge

// Start arrays. Six a side is the real game; the smaller starts are this project's convention (docs/rules.md).
#pragma once

#include "core/position.h"

namespace uisge {

// The start of the game, White to move. Returns an error if the board is too small for the start array, or if there is
// no array for the number of pieces, as for one per side.
Result<Position> start_position(const Board& board, int pieces);

}  // namespace uisge

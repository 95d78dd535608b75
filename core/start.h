// Start arrays. Six a side is the real game; the smaller ones are this project's convention (docs/rules.md).
#pragma once

#include "core/position.h"

namespace uisge {

// The start of the game, White to move; an error when the board is too small for the array's box or there is no
// array for that many pieces (one a side has none).
Result<Position> start_position(const Board& board, int pieces);

}  // namespace uisge

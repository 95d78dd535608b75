// All canonical connected placements of a board, which a complete database must hold. Found without the engine's table.
//
// Grows every placement by a square at a time, as polyominoes are counted. It takes seconds and some 100 MB for the
// real game.
#pragma once

#include <vector>

#include "core/board.h"

namespace uisge {

// Ascending.
std::vector<SquareSet> placement_census(const Board& board, int pieces);

}  // namespace uisge

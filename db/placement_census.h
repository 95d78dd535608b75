// Finds all canonical connected placements of a board: those that a complete database must have. The search does not
// use the engine's table of placements.
//
// Placements grow by one square at a time, as in the enumeration of polyominoes. The search takes seconds and about 100
// MB for six a side on 7x6.
#pragma once

#include <vector>

#include "core/board.h"

namespace uisge {

// Ascending.
std::vector<SquareSet> placement_census(const Board& board, int pieces);

}  // namespace uisge

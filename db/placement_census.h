// Finds all canonical connected placements of a board, which a complete database must hold, without the engine's table.
//
// Placements grow by one square at a time, as in the enumeration of polyominoes. The census of the real game takes
// seconds and some 100 MB.
#pragma once

#include <vector>

#include "core/board.h"

namespace uisge {

// Ascending.
std::vector<SquareSet> placement_census(const Board& board, int pieces);

}  // namespace uisge

// Lists the positions that an exact solve notes: the positions in a text file, or all positions that arise from the
// start within a number of plies.
//
// Both functions return the cells of live positions of a table, in ascending order and without repetition. If a
// symmetry of the board maps the placement of a listed position onto itself, all images of the position on this
// placement are listed too.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/error.h"
#include "core/outcome.h"
#include "db/position_cell.h"
#include "solver/placements/placement_table.h"

namespace uisge {

// Reads the text file `path`, which has one position per line, in any order. Positions in which the game is over are
// left out. Errors: kResource (the text cannot be read, or has more than `at_most` live positions), kUsage (a line,
// which the error names, is not a position of this board).
Result<std::vector<PositionCell>> noted_by_text(const std::string& path, const PlacementTable& table,
                                                std::size_t at_most);

// Returns all positions that arise from the position `start` within `plies` plies, by any moves, and in which the game
// is not over. Uses several threads; takes a few microseconds per position. Errors: kResource (more than `at_most`
// positions).
Result<std::vector<PositionCell>> noted_by_plies(PositionCell start, Plies plies, const PlacementTable& table,
                                                 StuckRule stuck, std::size_t threads, std::size_t at_most);

}  // namespace uisge

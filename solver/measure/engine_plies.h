// Measures the time of each ply of a solve.
#pragma once

#include <vector>

#include "solver/retrograde/retrograde.h"

namespace uisge {

struct TimedPly {
  PlyCounts counts;
  double seconds = 0;
};

// Runs the engine from the first ply through ply `last`, or until the solve ends. Throws std::bad_alloc.
std::vector<TimedPly> timed_plies(const PlacementTable& table, const EngineOptions& options, Plies last);

// The number of cells of the board: placements x colourings x crown states of both sides.
std::uint64_t cells_of(const PlacementTable& table);

// The least number of bytes that a dense sweep reads from memory and writes to memory. The sweep reads both planes (won
// and lost) and writes one of them.
std::uint64_t sweep_bytes(const PlacementTable& table);

// Positions per second in the fastest of plies 1 to 4, which change nearly every block.
double dense_cells_per_second(const PlacementTable& table, EngineOptions options);

}  // namespace uisge

// The plies of a solve one by one, with the time of each: what dense sweeps and sparse plies take.
#pragma once

#include <vector>

#include "solver/retrograde/retrograde.h"

namespace uisge {

struct TimedPly {
  PlyCounts counts;
  double seconds = 0;
};

// Runs the engine from the start through ply `last`, or to its end. Throws std::bad_alloc.
std::vector<TimedPly> timed_plies(const PlacementTable& table, const EngineOptions& options, Plies last);

// What a ply goes over: placements x colourings x crown states.
std::uint64_t cells_of(const PlacementTable& table);

// The least that a dense sweep moves: both planes read, and one of them written.
std::uint64_t sweep_bytes(const PlacementTable& table);

// The sweeps of the first plies, which change nearly every block: cells a second in the fastest of plies 1 to 4.
double dense_cells_per_second(const PlacementTable& table, EngineOptions options);

}  // namespace uisge

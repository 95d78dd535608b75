// What happened in a ply: what an engine counts, a team adds up, and the ply log keeps.
#pragma once

#include <cstdint>

#include "core/outcome.h"

namespace uisge {

// Positions are live ones on canonical placements, each weighted with the placement's orbit size, so that they count
// raw positions.
struct PlyCounts {
  Plies ply = 0;
  std::uint64_t won = 0;
  std::uint64_t lost = 0;
  bool empty() const { return won == 0 && lost == 0; }
};

}  // namespace uisge

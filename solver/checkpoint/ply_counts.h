// The counts of a ply. An engine counts, a team adds up its members' counts, and the ply log stores them.
#pragma once

#include <cstdint>

#include "core/outcome.h"

namespace uisge {

// Live positions on canonical placements, each weighted with the placement's orbit size, so these are raw positions.
struct PlyCounts {
  Plies ply = 0;
  std::uint64_t won = 0;
  std::uint64_t lost = 0;
  bool empty() const { return won == 0 && lost == 0; }
};

}  // namespace uisge

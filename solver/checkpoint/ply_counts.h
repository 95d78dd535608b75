// The counts of a ply. An engine counts the positions of its part of the board, a team adds up the counts of its
// members, and the ply log stores the sums.
#pragma once

#include <cstdint>

#include "core/outcome.h"

namespace uisge {

// Live positions (each side has a blank) on canonical placements, each counted as often as its placement has images. So
// the sums are raw: they count every position with all its images.
struct PlyCounts {
  Plies ply = 0;
  std::uint64_t won = 0;
  std::uint64_t lost = 0;
  bool empty() const { return won == 0 && lost == 0; }
};

}  // namespace uisge

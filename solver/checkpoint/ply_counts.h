// The counts of a ply. The ply log stores the sum over all engines that share the board.
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

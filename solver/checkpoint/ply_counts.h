// How many positions one ply of a solve decides. If several engines share the board, the ply log stores the sum of
// their counts.
#pragma once

#include <cstdint>

#include "core/outcome.h"

namespace uisge {

// How many positions of the board a ply decides. Only positions in which each side has a blank are counted. Mirrored
// and rotated copies of a position count separately.
struct PlyCounts {
  Plies ply = 0;
  std::uint64_t won = 0;
  std::uint64_t lost = 0;
  bool empty() const { return won == 0 && lost == 0; }
};

}  // namespace uisge

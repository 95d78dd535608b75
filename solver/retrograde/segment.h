// A segment: what one ply decides in one chunk of placements, one gap-coded list (gap_code.h) a placement.
#pragma once

#include <cstdint>
#include <span>

#include "core/colouring.h"
#include "solver/retrograde/gap_code.h"

namespace uisge {

// Calls visit(n, index) for every position of the segment, n counting the chunk's placements from 0 and index being
// that of core/colouring.h, both ascending. False if the bytes are no such segment; what was visited by then is of
// no use. Safe with any bytes.
template <class Visit>
bool visit_segment(std::span<const std::uint8_t> segment, std::size_t placements, int pieces, Visit&& visit) {
  const auto universe = static_cast<std::uint32_t>(positions_per_placement(pieces));
  GapDecoder decoder(segment);
  for (std::size_t n = 0; n < placements; ++n) {
    if (!decoder.list(universe, [&](std::uint32_t at) { visit(n, at); })) return false;
  }
  return decoder.at_end();
}

}  // namespace uisge

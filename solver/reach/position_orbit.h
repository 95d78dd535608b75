// How a position lies under the symmetries of its placement: what turns raw counts into canonical ones and back.
//
// A position has symmetry_count / k images, k being the symmetries that leave it as it is. They are among those that
// leave its placement as it is, its stabiliser, and nearly always that is the identity alone.
#pragma once

#include <span>

#include "core/board.h"
#include "core/movegen.h"

namespace uisge {

// How many of the symmetries of a placement (core/placement.h has `stabiliser`) map the position onto itself.
inline std::uint64_t fixing_symmetries(const Board& board, std::span<const Symmetry> stabiliser, const Pieces& pieces) {
  std::uint64_t count = 0;
  for (const Symmetry symmetry : stabiliser) {
    if (board.image(symmetry, pieces.mover_bb) == pieces.mover_bb &&
        board.image(symmetry, pieces.crowns_bb) == pieces.crowns_bb) {
      ++count;
    }
  }
  return count;
}

}  // namespace uisge

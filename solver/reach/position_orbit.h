// Counts the symmetries that leave a position unchanged. The number of these symmetries converts raw counts to
// canonical counts and back.
//
// If k symmetries of the board leave a position unchanged, the position has symmetry_count / k images. These k
// symmetries also leave the position's placement unchanged. Nearly every position is left unchanged by the identity
// alone.
#pragma once

#include <span>

#include "core/board.h"
#include "core/movegen.h"

namespace uisge {

// The number of symmetries that map the position onto itself, among the placement's stabiliser (core/placement.h).
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

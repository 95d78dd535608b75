// Tells which pieces of a placement can move, and so in which crown states a side is stuck.
#pragma once

#include <bit>
#include <span>

#include "core/colouring.h"
#include "solver/kernel/block_shape.h"
#include "solver/placements/placement_table.h"

namespace uisge {

class Mobility {
 public:
  Mobility() = default;
  explicit Mobility(std::span<const Transition> transitions) {
    for (const Transition& transition : transitions) {
      PieceMask& movers = transition.kind == MoveKind::kJump ? jumpers_ : crowns_;
      movers |= piece_bit(transition.from_piece);
    }
  }

  // The crown states of the mover in which the mover has no legal move. Bit s of the result stands for state s.
  RowMask stuck_rows(PieceMask mover, int pieces) const {
    if ((mover & jumpers_) != 0) return 0;
    RowMask rows = all_rows(pieces);
    unsigned crown = 0;
    for (unsigned rest = mover; rest != 0; rest &= rest - 1, ++crown) {
      if ((crowns_ >> std::countr_zero(rest) & 1) != 0) rows &= ~rows_with_crown(crown);
    }
    return rows;
  }

 private:
  PieceMask jumpers_ = 0;  // pieces with an orthogonal jump, which blanks and crowns may make
  PieceMask crowns_ = 0;   // pieces with a move that only a crown may make
};

}  // namespace uisge

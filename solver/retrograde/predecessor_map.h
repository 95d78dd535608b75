// Taking one move back, for lists of positions: the inverse of a transition on piece states.
//
// Without a symmetry it is two shifts of a mask: take piece number `to` out, put `from` in. With one, the target's
// piece numbers are first renumbered through two tables of 64 entries.
#pragma once

#include <array>

#include "solver/placement_table.h"
#include "solver/retrograde/piece_state.h"

namespace uisge {

class PredecessorMap {
 public:
  PredecessorMap(const PlacementTable& table, const Transition& transition)
      : all_(static_cast<PieceMask>((1u << (2 * table.pieces())) - 1)),
        from_(transition.from_piece),
        to_(transition.to_piece),
        kind_(transition.kind),
        is_identity_(transition.symmetry.is_identity()) {
    if (!is_identity_) set_symmetry(table, transition);
  }

  // The position before the move, in the placement's own numbering; false if the state is no result of it (the piece
  // is not of the side that has just moved, or its crown is not as the move leaves it).
  bool take_back(PieceState after, PieceMask& mover, PieceMask& crowns) const {
    auto moved = static_cast<PieceMask>(mover_of(after) ^ all_);
    PieceMask crowned = crowns_of(after);
    if (!is_identity_) {
      moved = renumber(moved);
      crowned = renumber(crowned);
    }
    if ((unsigned{moved} >> to_ & 1u) == 0) return false;
    const unsigned crown_after = unsigned{crowned} >> to_ & 1u;
    unsigned crown_before = 1;
    if (kind_ == MoveKind::kJump) {
      crown_before = crown_after ^ 1u;
    } else if (crown_after != (kind_ == MoveKind::kStep ? 1u : 0u)) {
      return false;
    }
    mover = insert_piece(remove_piece(moved, to_), from_, 1);
    crowns = insert_piece(remove_piece(crowned, to_), from_, crown_before);
    return true;
  }

 private:
  PieceMask renumber(PieceMask mask) const { return static_cast<PieceMask>(low_[mask & 63u] | high_[mask >> 6]); }

  void set_symmetry(const PlacementTable& table, const Transition& transition) {
    // Where each of the target's pieces stands after the move in this placement's frame gives its number there.
    const Board& board = table.board();
    const SquareSet target_bb = table.occupied_bb(transition.target);
    const Symmetry back = board.inverse(transition.symmetry);
    const SquareSet after_bb = board.image(back, target_bb);
    std::array<PieceMask, 12> bit{};
    std::size_t piece = 0;
    for (const Square square : target_bb) {
      bit[piece++] = static_cast<PieceMask>(1u << after_bb.rank_of(board.image(back, square)));
    }
    low_[0] = 0;
    high_[0] = 0;
    for (std::size_t k = 0; k < 6; ++k) {
      for (std::size_t m = 0; m < (std::size_t{1} << k); ++m) {
        low_[(std::size_t{1} << k) + m] = static_cast<PieceMask>(low_[m] | bit[k]);
        high_[(std::size_t{1} << k) + m] = static_cast<PieceMask>(high_[m] | bit[k + 6]);
      }
    }
  }

  PieceMask all_;
  unsigned from_;
  unsigned to_;
  MoveKind kind_;
  bool is_identity_;
  std::array<PieceMask, 64> low_;  // set, and read, only when a symmetry is needed
  std::array<PieceMask, 64> high_;
};

}  // namespace uisge

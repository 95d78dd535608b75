// Takes one move back for every position of a list; a position is a PieceState (piece_state.h).
//
// If the move needs no symmetry, taking it back takes a few shifts of each mask: the bit of piece `to` is removed, and
// a bit for piece `from` is inserted. If the move needs a symmetry, two tables of 64 entries first renumber the pieces
// of the position after the move.
#pragma once

#include <array>
#include <span>

#include "solver/blocks/piece_state.h"
#include "solver/placements/placement_table.h"

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

  // Writes the positions before the move to `before`, in the order of `after`, and returns their number. Leaves out
  // states to which the move cannot lead: the moved piece belongs to the other side, is a blank where the move leaves a
  // crown, or a crown where the move leaves a blank. REQUIRES: `before` has room for as many states as `after` has.
  std::size_t take_back(std::span<const PieceState> after, PieceState* before) const {
    return is_identity_ ? take_back_by(after, before, [](PieceMask mask) { return mask; })
                        : take_back_by(after, before, [this](PieceMask mask) { return renumber(mask); });
  }

 private:
  // The loop has no branch for states to which the move cannot lead, since such a branch would often be mispredicted.
  template <class Renumber>
  std::size_t take_back_by(std::span<const PieceState> after, PieceState* before, Renumber&& renumbered) const {
    const bool is_jump = kind_ == MoveKind::kJump;
    const unsigned wanted_crown = kind_ == MoveKind::kStep ? 1 : 0;
    std::size_t count = 0;
    for (const PieceState state : after) {
      const PieceMask moved = renumbered(mover_of(state) ^ all_);
      const PieceMask crowned = renumbered(crowns_of(state));
      const unsigned crown_after = unsigned{crowned} >> to_ & 1u;
      const unsigned crown_before = is_jump ? crown_after ^ 1u : 1u;
      before[count] = make_state(insert_piece(remove_piece(moved, to_), from_, 1),
                                 insert_piece(remove_piece(crowned, to_), from_, crown_before));
      count += (unsigned{moved} >> to_ & 1u) & static_cast<unsigned>(is_jump | (crown_after == wanted_crown));
    }
    return count;
  }

  PieceMask renumber(PieceMask mask) const { return low_[mask & 63u] | high_[mask >> 6]; }

  void set_symmetry(const PlacementTable& table, const Transition& transition) {
    // The transition's symmetry maps the squares after the move to the canonical target placement. Its inverse maps
    // each square of the target placement to the square on which the same piece stands after the move. The pieces after
    // the move are numbered in the order of these squares.
    const Board& board = table.board();
    const SquareSet target_bb = table.occupied_bb(transition.target);
    const Symmetry back = board.inverse(transition.symmetry);
    const SquareSet after_bb = board.image(back, target_bb);
    std::array<PieceMask, 12> bit{};
    std::size_t piece = 0;
    for (const Square square : target_bb) {
      bit[piece++] = piece_bit(after_bb.rank_of(board.image(back, square)));
    }
    low_[0] = 0;
    high_[0] = 0;
    for (std::size_t k = 0; k < 6; ++k) {
      for (std::size_t m = 0; m < (std::size_t{1} << k); ++m) {
        low_[(std::size_t{1} << k) + m] = low_[m] | bit[k];
        high_[(std::size_t{1} << k) + m] = high_[m] | bit[k + 6];
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

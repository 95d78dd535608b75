// Finds the positions of a block that have the wanted numbers of crowns, blanks, legal moves and pinned pieces
// (position_properties.h).
//
// Call enter() for a placement, then enter_block() for each of its blocks; each call takes about 100 ns. Use one object
// per thread.
#pragma once

#include <array>
#include <cstdint>

#include "core/board.h"
#include "core/colouring.h"
#include "core/piece_count.h"
#include "db/format.h"
#include "db/position_properties.h"

namespace uisge {

class PositionFilter {
 public:
  // Board and properties must outlive the object.
  PositionFilter(const Board& board, const DatabaseIdentity& identity, const PositionProperties& properties);

  void enter(SquareSet occupied_bb);
  // Whether some position of the block may have the properties. REQUIRES: enter() was called, and `mover` is a mask of
  // pieces of that placement.
  bool enter_block(PieceMask mover);

  // Whether positions with this crown state of the mover, or of the opponent, may have the wanted properties. A crown
  // state in which all pieces of the side are crowns never fits. REQUIRES: enter_block() has returned true.
  bool fits_mover(unsigned crowns) const { return mover_.fits[crowns]; }
  bool fits_opponent(unsigned crowns) const { return opponent_.fits[crowns]; }
  // Whether neither side has a legal move. REQUIRES: enter_block() has returned true.
  bool are_both_stuck(unsigned mover_crowns, unsigned opponent_crowns) const {
    return mover_.moves[mover_crowns] == 0 && opponent_.moves[opponent_crowns] == 0;
  }

 private:
  static constexpr std::size_t kMaxStates = std::size_t{1} << kMaxPieces;
  // For each crown state of a side: the number of legal moves, and whether positions with the state may have the wanted
  // properties.
  struct Side {
    std::array<std::uint32_t, kMaxStates> moves{};
    std::array<bool, kMaxStates> fits{};
  };

  void count_moves(PieceMask pieces, Side& side) const;
  bool filter(const SideProperties& wanted, Side& side) const;

  const Board* board_;
  const PositionProperties* properties_;
  unsigned pieces_;
  bool diagonal_jumps_;
  PieceMask all_;
  // These members describe the current placement.
  PieceMask pinned_ = 0;
  std::array<std::uint8_t, 2 * kMaxPieces> moves_as_blank_{};
  std::array<std::uint8_t, 2 * kMaxPieces> moves_as_crown_{};
  // These members describe the current block.
  Side mover_;
  Side opponent_;
};

}  // namespace uisge

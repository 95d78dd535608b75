// Positions: an unchecked Setup, and a Position that has passed every check.
//
// A Position is seen from the side to move ("the mover"): values depend only on the mover's squares, the opponent's
// squares and which pieces are crowns. The colour of the mover is kept for text only; equality under symmetry
// (`canonical`) ignores it. Setup and Position are small values; all functions are pure.
#pragma once

#include <compare>

#include "core/board.h"
#include "core/error.h"
#include "core/rules.h"
#include "core/square_set.h"

namespace uisge {

enum class Side : std::uint8_t { kWhite, kBlack };

constexpr Side other(Side side) {
  return side == Side::kWhite ? Side::kBlack : Side::kWhite;
}

// A position as a text or a caller describes it. All squares are on the board; nothing else is guaranteed.
struct Setup {
  BoardSize size;
  SquareSet white_bb;
  SquareSet black_bb;
  SquareSet crowns_bb;  // of both colours
  Side side_to_move = Side::kWhite;
};

class Position {
 public:
  // Checks all that docs/rules.md requires of a valid position; the error says which requirement is not met. A position
  // in which one side has only crowns is valid, although the game is over. A position in which both sides have only
  // crowns is not valid.
  static Result<Position> from_setup(const Board& board, const Setup& setup);

  // Makes a position without checking it, for callers that keep the invariants themselves, such as move generation.
  // REQUIRES: the sets of the sides are disjoint, not empty and of equal size; every crown is a piece; the pieces are
  // connected; at most one side has only crowns.
  static Position unchecked(BoardSize size, SquareSet mover_bb, SquareSet opponent_bb, SquareSet crowns_bb, Side side);

  BoardSize size() const { return size_; }
  int pieces() const { return mover_bb_.size(); }  // per side
  SquareSet mover_bb() const { return mover_bb_; }
  SquareSet opponent_bb() const { return opponent_bb_; }
  SquareSet crowns_bb() const { return crowns_bb_; }
  SquareSet occupied_bb() const { return mover_bb_ | opponent_bb_; }
  Side side_to_move() const { return side_; }

  bool mover_all_crowns() const { return crowns_bb_.contains(mover_bb_); }
  bool opponent_all_crowns() const { return crowns_bb_.contains(opponent_bb_); }
  // Whether each side has at least one blank. A database has values for exactly the live positions.
  bool is_live() const { return !mover_all_crowns() && !opponent_all_crowns(); }

  Setup setup() const;

  constexpr auto operator<=>(const Position&) const = default;

 private:
  Position() = default;
  BoardSize size_;
  SquareSet mover_bb_;
  SquareSet opponent_bb_;
  SquareSet crowns_bb_;
  Side side_ = Side::kWhite;
};

// The image of the position under a symmetry of the board.
Position image(const Board& board, Symmetry symmetry, const Position& position);

// The least image of the position in the order of operator<=>; White is to move in every image. All positions that are
// equal up to symmetry and exchange of colours have the same least image.
Position canonical(const Board& board, const Position& position);

struct PositionHash {
  std::size_t operator()(const Position& position) const;
};

}  // namespace uisge

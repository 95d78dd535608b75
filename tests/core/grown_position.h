// Random positions from any source of random numbers: rapidcheck (random_position.h) or a generator with a fixed seed.
//
// `choose(end)` returns a number in [0, end).
#pragma once

#include <random>

#include "core/board.h"
#include "core/position.h"

namespace uisge::test {

// A source of random numbers for tests that need the same positions in every run.
class FixedDice {
 public:
  explicit FixedDice(unsigned seed) : random_(seed) {}
  int operator()(int end) { return static_cast<int>(random_() % static_cast<unsigned>(end)); }

 private:
  std::mt19937 random_;
};

template <class Choose>
Square chosen_square(SquareSet set_bb, Choose&& choose) {
  for (int skipped = choose(set_bb.size()); skipped > 0; --skipped) set_bb = set_bb.without(set_bb.first());
  return set_bb.first();
}

// Grows a connected set of `size` squares, square by square.
template <class Choose>
SquareSet grown_placement(const Board& board, int size, Choose&& choose) {
  SquareSet set_bb(chosen_square(board.all_bb(), choose));
  while (set_bb.size() < size) set_bb |= SquareSet(chosen_square(board.grown_bb(set_bb) - set_bb, choose));
  return set_bb;
}

// Makes a position. Calls of `choose` decide its squares, colours and crowns. At least one piece is a blank. REQUIRES:
// the board has room for the pieces.
template <class Choose>
Position grown_position(const Board& board, int pieces_per_side, Choose&& choose) {
  const SquareSet occupied_bb = grown_placement(board, 2 * pieces_per_side, choose);
  SquareSet opponent_bb;
  while (opponent_bb.size() < pieces_per_side) {
    opponent_bb |= SquareSet(chosen_square(occupied_bb - opponent_bb, choose));
  }
  SquareSet crowns_bb;
  for (const Square square : occupied_bb) {
    if (choose(2) == 1) crowns_bb |= SquareSet(square);
  }
  if (crowns_bb == occupied_bb) crowns_bb = crowns_bb.without(crowns_bb.first());
  return Position::unchecked(board.size(), occupied_bb - opponent_bb, opponent_bb, crowns_bb,
                             choose(2) == 0 ? Side::kWhite : Side::kBlack);
}

}  // namespace uisge::test

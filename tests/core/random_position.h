// Random positions for laws: every kind of board, every piece count, any colours and crowns.
#pragma once

#include <rapidcheck.h>

#include <ostream>
#include <vector>

#include "core/notation.h"
#include "core/position.h"

namespace uisge::test {

// Small, narrow, square and full boards, the real one among them.
inline const std::vector<BoardSize> kSampleBoards{{2, 2}, {2, 9}, {3, 3}, {4, 3}, {4, 4}, {5, 4},
                                                  {6, 6}, {7, 6}, {8, 8}, {9, 7}, {7, 9}};

inline BoardSize random_board_size() {
  return *rc::gen::elementOf(kSampleBoards);
}

// A connected set of that many squares, grown square by square.
inline SquareSet random_placement(const Board& board, int size) {
  SquareSet set_bb(Square(*rc::gen::inRange(0, board.squares())));
  while (set_bb.size() < size) {
    const SquareSet border_bb = board.grown_bb(set_bb) - set_bb;
    std::vector<int> border;
    for (const Square square : border_bb) border.push_back(square.index());
    set_bb |= SquareSet(Square(*rc::gen::elementOf(border)));
  }
  return set_bb;
}

inline Position random_position(const Board& board) {
  const int pieces = *rc::gen::inRange(kMinPieces, std::min(kMaxPieces, board.squares() / 2) + 1);
  const SquareSet occupied_bb = random_placement(board, 2 * pieces);
  SquareSet mover_bb = occupied_bb;
  SquareSet opponent_bb;
  while (opponent_bb.size() < pieces) {
    std::vector<int> rest;
    for (const Square square : mover_bb) rest.push_back(square.index());
    const SquareSet square_bb(Square(*rc::gen::elementOf(rest)));
    mover_bb = mover_bb - square_bb;
    opponent_bb |= square_bb;
  }
  SquareSet crowns_bb = SquareSet(*rc::gen::arbitrary<std::uint64_t>()) & occupied_bb;
  if (crowns_bb == occupied_bb) crowns_bb = crowns_bb.without(crowns_bb.first());
  return Position::unchecked(board.size(), mover_bb, opponent_bb, crowns_bb,
                             *rc::gen::element(Side::kWhite, Side::kBlack));
}

inline Symmetry random_symmetry(const Board& board) {
  return Symmetry(*rc::gen::inRange(0, board.symmetry_count()));
}

inline RuleSet random_rules() {
  return *rc::gen::elementOf(kAllRuleSets);
}

}  // namespace uisge::test

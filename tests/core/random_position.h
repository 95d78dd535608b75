// Random positions for tests of laws that hold for every position: all kinds of boards, piece counts, colours and
// crowns.
#pragma once

#include <rapidcheck.h>

#include <algorithm>
#include <ostream>
#include <vector>

#include "core/notation.h"
#include "core/piece_count.h"
#include "core/position.h"
#include "core/rules.h"
#include "tests/core/grown_position.h"

namespace uisge::test {

// Small, narrow, square and full boards, with the real board among them.
inline const std::vector<BoardSize> kSampleBoards{{2, 2}, {2, 9}, {3, 3}, {4, 3}, {4, 4}, {5, 4},
                                                  {6, 6}, {7, 6}, {8, 8}, {9, 7}, {7, 9}};

inline BoardSize random_board_size() {
  return *rc::gen::elementOf(kSampleBoards);
}

inline int rapidcheck_dice(int end) {
  return *rc::gen::inRange(0, end);
}

inline SquareSet random_placement(const Board& board, int size) {
  return grown_placement(board, size, rapidcheck_dice);
}

inline Position random_position(const Board& board) {
  const int most_pieces = std::min(kMaxPieces, board.squares() / 2);
  return grown_position(board, *rc::gen::inRange(kMinPieces, most_pieces + 1), rapidcheck_dice);
}

inline Symmetry random_symmetry(const Board& board) {
  return Symmetry(*rc::gen::inRange(0, int{board.symmetry_count()}));
}

inline RuleSet random_rules() {
  return *rc::gen::elementOf(kAllRuleSets);
}

}  // namespace uisge::test

// A simple move generator. Checks of proofs use it instead of the fast generator (core/movegen.h).
//
// This generator follows docs/rules.md square by square: it tries every move and checks that the pieces stay connected.
// With the fast generator and the search it shares only the board's tables of neighbours and Board::connected. Finding
// the moves of a position takes about 1 us.
#pragma once

#include <vector>

#include "core/moves.h"

namespace uisge {

struct PlainPly {
  Move move;  // a pass for a stuck side under `passes`
  Position after;
};

struct PlainTurn {
  // Whether the game is over. If the game is over, `outcome` is the outcome for the side to move, and `plies` is empty.
  bool over = false;
  Outcome outcome = Outcome::kDraw;
  std::vector<PlainPly> plies;
};

PlainTurn plain_turn(const Board& board, RuleSet rules, const Position& position);

}  // namespace uisge

// The rules once more, the obvious way: for checking what the fast move generator has found.
//
// Written from docs/rules.md square by square: every move is tried and the pieces are looked over for connection. What
// it shares with core/movegen.h, core/moves.cpp and the search is what the board knows: the tables of neighbours, and
// whether a set of squares is connected (Board::connected). About 1 us a position.
#pragma once

#include <vector>

#include "core/moves.h"

namespace uisge {

// One thing that the side to move can do, and where it leads.
struct PlainPly {
  Move move;  // a pass for a stuck side under `passes`
  Position after;
};

struct PlainTurn {
  // If the game is over: the outcome for the side to move. There are no plies then.
  bool over = false;
  Outcome outcome = Outcome::kDraw;
  std::vector<PlainPly> plies;
};

PlainTurn plain_turn(const Board& board, RuleSet rules, const Position& position);

}  // namespace uisge

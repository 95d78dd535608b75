// Explains to beginners why a move is not possible, or why a piece has no move. Pure functions.
#pragma once

#include <string>

#include "core/moves.h"

namespace uisge {

struct MoveFlaw {
  std::string why;     // "there is no piece on d3 to jump over"
  SquareSet apart_bb;  // the smallest group that the move would cut off; empty if there is another reason
};

// REQUIRES: the game is not over; `move` has two squares of the board and is not playable.
MoveFlaw flaw_of_move(const Board& board, RuleSet rules, const Position& position, Move move);

// Says why the piece on a square cannot be moved. If several reasons hold, the function names the one that is hardest
// to see: the pieces would no longer be connected. `why` is empty if the piece can be moved. REQUIRES: the game is not
// over.
MoveFlaw flaw_of_piece(const Board& board, RuleSet rules, const Position& position, Square from);

}  // namespace uisge

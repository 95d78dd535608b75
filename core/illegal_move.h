// Why a move is not possible, or a piece has none: for people who learn the game. Pure functions.
#pragma once

#include <string>

#include "core/moves.h"

namespace uisge {

struct MoveFlaw {
  std::string why;     // "there is no piece on d3 to jump over"
  SquareSet apart_bb;  // where the pieces would fall apart, the smaller part of them; else empty
};

// REQUIRES: the game is not over; two squares of the board; the move is not playable.
MoveFlaw flaw_of_move(const Board& board, RuleSet rules, const Position& position, Move move);

// Why the piece on a square cannot be moved; of several reasons the one that is hardest to see, which is that the
// pieces would fall apart. Nothing is said (`why` is empty) if it can. REQUIRES: the game is not over.
MoveFlaw flaw_of_piece(const Board& board, RuleSet rules, const Position& position, Square from);

}  // namespace uisge

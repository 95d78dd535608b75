// The oracle's moves. The oracle tries every move on its array of squares, and then checks whether the rules allow the
// result.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "tests/oracle/oracle_position.h"

namespace oracle {

struct Move {
  int from_file = 0;
  int from_rank = 0;
  int to_file = 0;
  int to_rank = 0;

  std::string text() const;  // "d2d4"
};

// The legal moves of the side to move, without passes. REQUIRES: the game is not over.
std::vector<Move> legal_moves(const Position& position, bool diagonal_jumps);

// The position after a legal move: the piece has moved and, if it jumped, turned over; the other side is to move.
Position after(const Position& position, const Move& move);

// The same position with the other side to move.
Position passed(const Position& position);

// Every position after one ply under the stuck rule; none when the game is over.
std::vector<Position> successors(const Game& game, const Position& position);

// The position after each possible ply, by the text of the ply's move; the text of a pass is "pass".
std::map<std::string, Position> moves_by_text(const Game& game, const Position& position);

// The number of sequences of exactly `plies` plies.
std::uint64_t perft(const Game& game, const Position& position, int plies);

}  // namespace oracle

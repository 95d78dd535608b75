// Small solved games for tests of the program: the file, and the oracle's values of its positions.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "tests/oracle/oracle_moves.h"
#include "tests/oracle/oracle_solution.h"

namespace uisge::test {

std::string board_text(const oracle::Game& game);  // "3x3"
std::string file_name(const oracle::Game& game);   // "3x3-2-loses-diagonal.uisge"

// Has the program solve the game; fails the test if it does not.
void solve_into(const std::string& file, const oracle::Game& game, const std::vector<std::string>& options = {});

// The same text for all images of a position under the board's symmetries.
std::string class_of(const oracle::Position& position);

class OracleGame {
 public:
  explicit OracleGame(const oracle::Game& game);

  const oracle::Game& game() const { return game_; }
  const oracle::Universe& universe() const { return universe_; }
  // REQUIRES: the position is valid. It may be over, and either side may move.
  oracle::Label label(const oracle::Position& position) const;
  // The position after each move or pass, keyed by the move's text; empty if the game is over.
  std::map<std::string, oracle::Position> moves(const oracle::Position& position) const;
  // The label of the position before a move to `next`, judged by that move alone.
  oracle::Label label_by_move(const oracle::Position& next) const;
  // The moves that keep value and distance; of a draw, the moves that draw.
  std::vector<std::string> best_moves(const oracle::Position& position) const;
  // Every `which`th position of the game, White and Black to move in turn.
  std::vector<oracle::Position> every(std::size_t which) const;

 private:
  oracle::Game game_;
  oracle::Universe universe_;
  std::vector<oracle::Label> labels_;
};

}  // namespace uisge::test

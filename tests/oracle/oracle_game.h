// A board that is solved under one rule set: the value of every position and of every move.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "tests/oracle/oracle_moves.h"
#include "tests/oracle/oracle_solution.h"

namespace oracle {

// A text that is the same for all images of a position under symmetries and exchange of colours: the name of its class.
std::string class_of(const Position& position);

// The ply in which each class first arises within `plies` plies from `start`. A class's name is the text of one of its
// positions, with White to move.
std::map<std::string, int> plies_from(const Game& game, const Position& start, int plies);

class SolvedGame {
 public:
  explicit SolvedGame(const Game& game);

  const Game& game() const { return game_; }
  const Universe& universe() const { return universe_; }
  const std::vector<Label>& labels() const { return labels_; }  // in the order of Universe (oracle_universe.h)
  // REQUIRES: the position is valid. The game may be over in the position, and either side may be to move.
  Label label(const Position& position) const;
  // The position after each move or pass, by the move's text; empty if the game is over.
  std::map<std::string, Position> moves(const Position& position) const { return moves_by_text(game_, position); }
  // The label that a move to `next` would give to the position before the move.
  Label label_by_move(const Position& next) const;
  // The moves of best play. In a draw, the moves that draw.
  std::vector<std::string> best_moves(const Position& position) const;
  // Every `which`th position of the game. The side to move changes from each returned position to the next.
  std::vector<Position> every(std::size_t which) const;

 private:
  Game game_;
  Universe universe_;
  std::vector<Label> labels_;
};

}  // namespace oracle

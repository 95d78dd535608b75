// A game in the terminal: draws the board, takes moves, has the other side answer.
//
// Reads lines from a stream and writes to an Output, so that a test can play a whole game. Whatever is typed gets an
// answer and never ends the game; the end of the input does.
#pragma once

#include <istream>
#include <string>
#include <vector>

#include "core/position.h"
#include "core/rules.h"
#include "solver/cli/output.h"
#include "solver/search/adviser.h"

namespace uisge::cli {

// Who moves the pieces; the adviser moves those of the others.
struct Persons {
  bool white = true;
  bool black = false;
  bool play(Side side) const { return side == Side::kWhite ? white : black; }
};

class GameDialogue {
 public:
  // All references must outlive the dialogue.
  GameDialogue(const Board& board, RuleSet rules, const Position& start, Persons persons, Adviser& adviser,
               std::istream& input, Output& output);

  // Returns when the player leaves, the input ends, or a game without persons is over. Errors: the adviser's.
  Result<void> run();

 private:
  const Position& position() const { return positions_.back(); }
  GameEnd end() const { return game_end(board_, rules_, position()); }

  // The player's line: a move by text or number, or a command. False to leave.
  Result<bool> take_line();
  Result<void> answer(const std::string& line);
  Result<void> play_advised();
  void play_move(Move move);
  void undo();
  Result<void> hint();
  bool nobody_makes_progress() const;

  void show_board();
  void show_turn();
  void show_moves();
  void show_help();
  void show_game();

  const Board& board_;
  RuleSet rules_;
  Persons persons_;
  Adviser& adviser_;
  std::istream& input_;
  Output& output_;
  std::vector<Position> positions_;  // from the start to now
  std::vector<Move> moves_;
};

}  // namespace uisge::cli

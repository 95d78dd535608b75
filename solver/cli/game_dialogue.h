// A game in the terminal: draws the board, reads moves, and lets the other side answer.
//
// Every typed line gets an answer. A game that is over is reviewed: every mistake of a person is marked.
#pragma once

#include <map>
#include <random>
#include <string>
#include <vector>

#include "core/game_record.h"
#include "core/position.h"
#include "core/rules.h"
#include "db/answerer.h"
#include "solver/cli/output.h"
#include "solver/cli/prompt_reader.h"
#include "solver/search/move_choice.h"

namespace uisge::cli {

// The sides that persons play; the answerer plays the other sides.
struct HumanSides {
  bool white = true;
  bool black = false;
  bool play(Side side) const { return side == Side::kWhite ? white : black; }
};

// The program's level, and the seed for its choice among weaker moves.
struct Strength {
  int level = kStrongestLevel;
  std::uint64_t seed = 0;
};

class GameDialogue {
 public:
  // All references must outlive the dialogue. `ascii`: pieces are letters even if the terminal can show shapes.
  GameDialogue(const Board& board, RuleSet rules, const Position& start, HumanSides persons, Strength strength,
               Answerer& answerer, PromptReader& input, Output& output, bool ascii);

  // Returns when the player leaves, the input ends, or a game of the program against itself is over. Returns the
  // answerer's error, or an error if the input cannot be read.
  Result<void> run();

 private:
  const Position& position() const { return positions_.back(); }
  GameEnd end() const { return game_end(board_, rules_, position()); }

  // Reads and obeys a line of the player: a move by text or number, or a command. Returns false if the player leaves
  // the game.
  Result<bool> take_line();
  Result<void> answer(const std::string& line);
  Result<void> play_advised();
  // Plays a move of either side. Moves that were taken back before cannot be redone afterwards.
  void play_move(Move move);
  void advance(Move move);
  void undo();
  void redo();
  Result<void> hint();
  // Prints a remark on each mistake of the human players, and keeps the remarks for the game record. The moves are
  // judged as by `annotate`.
  Result<void> show_verdict();
  GameRecord game_record() const;
  // Appends the game to the file. If the game has gone on since it was saved there last, replaces that record.
  void save(const std::string& path);
  bool nobody_makes_progress() const;

  void show_board();
  void show_turn();
  void show_moves();
  void show_help();
  void show_game();

  const Board& board_;
  RuleSet rules_;
  HumanSides persons_;
  int level_;
  std::mt19937_64 random_;
  Answerer& answerer_;
  PromptReader& input_;
  Output& output_;
  bool ascii_;
  std::vector<Position> positions_;  // from the start to now
  std::vector<Move> moves_;
  std::map<Position, Analysis> thoughts_;    // of the positions in which the program played
  std::vector<Move> undone_;                 // moves that were taken back; the latest is at the end
  std::vector<std::string> remarks_;         // by ply: the review's remark; empty if the move is no mistake
  std::map<std::string, GameRecord> saved_;  // by absolute path: the record that was saved there last
};

}  // namespace uisge::cli

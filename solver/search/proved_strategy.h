// The winner's strategy of a position that a prover has decided, read from its facts.
//
// Nothing is searched again as long as the facts are there: the winner takes the move whose fact has the least plies,
// and those of every answer are less. What the table has dropped is proved anew. A strategy here holds one position of
// each class, the image that the search's keys name, with White to move (`class_image`): a quarter of the lines, and
// what a compact certificate holds. `concrete` makes the positions of one game of it.
//
// Plies are counted up from the ends, so they fit the moves whatever the facts said.
#pragma once

#include "solver/search/certificate.h"
#include "solver/search/prover.h"

namespace uisge {

struct ClassImage {
  Position position;
  Symmetry symmetry;  // takes the position asked about there
};
ClassImage class_image(const Board& board, const KeyMaker& keys, const Position& position);
Move move_image(const Board& board, Symmetry symmetry, Move move);

class StrategyReader {
 public:
  // `known` holds strategies without gaps, which are not read again.
  StrategyReader(Prover& prover, const Strategy& known) : prover_(prover), known_(known) {}

  // Reads what the side to move needs to win, and returns within how many plies that is. REQUIRES: the prover has
  // proved it, within `plies`. Errors: interrupted; resource (the tables have lost too much).
  Result<int> read_win(const Position& position, int plies);
  // What was read, without what was known.
  Strategy take() { return std::move(read_); }

 private:
  struct Choice {
    Move move;
    int within = 0;  // plies after the move
  };
  Result<int> read(const Position& position, int plies);
  Result<Choice> choose(const Position& position, int plies);
  Result<Choice> choose_anew(const Position& position, int plies);

  Prover& prover_;
  const Strategy& known_;
  Strategy read_;
  bool met_circle_ = false;
  std::unordered_map<Position, int, PositionHash> wins_within_;  // of positions that were met on the way to themselves
};

// The certificate of what prove() has decided: one position of each class. Errors: usage (nothing is decided, or the
// game is over and drawn), those of StrategyReader.
Result<Certificate> certificate_of(Prover& prover, const Position& position, Verdict verdict);

// The positions with the winner to move at the claim's beginning: the claim's own, or the answers to a loser's moves.
std::vector<Position> winners_turns(const Board& board, RuleSet rules, const Position& position, ClaimKind kind);

// The same certificate with every position that its games come to, as its text has them.
Certificate concrete(const Board& board, const KeyMaker& keys, const Certificate& certificate);

}  // namespace uisge

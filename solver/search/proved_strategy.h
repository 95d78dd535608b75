// Reads the winner's strategy from the facts of a prover that has decided the position.
//
// As long as the tables have the facts, nothing is searched again. The winner takes the move whose fact has the fewest
// plies. The facts of the positions after the loser's answers have even fewer plies. Facts that the tables have lost
// are proved again. A strategy here holds one position per class: the image that the search's keys describe
// (`class_image`), with White to move. So a strategy has a quarter of the lines that it would have with one line per
// position. A compact certificate holds one position per class too. `concrete` expands a certificate to the positions
// of games.
//
// The plies of a strategy are counted up from the ends of games. So the plies are right for the moves of the strategy
// even if the facts had other bounds.
#pragma once

#include "solver/search/certificate.h"
#include "solver/search/prover.h"

namespace uisge {

struct ClassImage {
  Position position;
  Symmetry symmetry;  // maps the given position to the class's image
};
ClassImage class_image(const Board& board, const KeyMaker& keys, const Position& position);

class StrategyReader {
 public:
  // The positions of `known`, which holds complete strategies, are not read again.
  StrategyReader(Prover& prover, const Strategy& known) : prover_(prover), known_(known) {}

  // Reads the strategy with which the side to move wins, and returns the number of plies within which it wins.
  // REQUIRES: the prover has proved a win within `plies`. Errors: interrupted; resource (the tables have lost too many
  // facts).
  Result<int> read_win(const Position& position, int plies);
  // The strategies that read_win() has read, except those that `known` already holds.
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
  std::unordered_map<Position, int, PositionHash> wins_within_;  // for positions that lead to themselves
};

// The certificate of a verdict that prove() found for this position. The certificate has one line per class of
// positions. Errors: usage if the verdict is undecided or the game has ended in a draw; those of StrategyReader.
Result<Certificate> certificate_of(Prover& prover, const Position& position, Verdict verdict);

// Expands a certificate with one line per class: the result has a line for every position that the games reach, as in a
// text proof.
Certificate concrete(const Board& board, const KeyMaker& keys, const Certificate& certificate);

}  // namespace uisge

// Reads the winner's strategy from the facts of a prover that has decided the position.
//
// The winner takes the move after which, by the facts, the win takes the fewest plies. Facts that the tables have lost
// are proved again.
//
// A strategy here holds one position per class: the image that the search's keys describe (`class_image`), with White
// to move. On a rectangular board the classes are about a quarter of the positions. `concrete` expands a certificate of
// classes to all positions.
//
// The number of plies of a strategy is the length of its longest game, computed from the ends of its games. The facts
// of the search may give a greater number of plies for the same win.
#pragma once

#include <functional>

#include "solver/search/certificate.h"
#include "solver/search/prover.h"

namespace uisge {

struct ClassImage {
  Position position;
  Symmetry symmetry;  // maps the argument of class_image() to `position`
};
ClassImage class_image(const Board& board, const KeyMaker& keys, const Position& position);

// The classes of the positions in which the winner is to move again, after the winner's move in `position` and each
// answer. Positions in which the game is over are left out.
std::vector<Position> turns_after(const Prover& prover, const Position& position, Move move);
// Removes the lines that no game reaches from the positions `turns`, in which the winner is to move.
void keep_reached(const Prover& prover, const std::vector<Position>& turns, Strategy& strategy);

// Stores as facts that the winner's move wins in `position`, within the line's number of plies, and that the position
// after the move is lost.
void store_facts(Prover& prover, const Position& position, const StrategyMove& line);

class StrategyReader {
 public:
  // `known` holds complete strategies. Their positions are read again only if they must be won in fewer plies than by
  // `known`. The searches for lost facts keep to the budget together. The reader calls `goes_on` at least some times a
  // second, and stops if it returns false. `prover` and `known` must outlive the reader.
  StrategyReader(Prover& prover, const Strategy& known, const SearchBudget& budget = {},
                 std::function<bool()> goes_on = {})
      : prover_(prover), known_(known), budget_(budget), goes_on_(std::move(goes_on)) {}

  // Reads a strategy with which the side to move wins, and returns the number of plies within which it wins. REQUIRES:
  // the prover has proved a win within `plies`. Errors: interrupted (also by `goes_on` and if the budget's deadline is
  // over); resource (the tables have lost too many facts).
  Result<int> read_win(const Position& position, int plies);
  // Returns the strategies that read_win() has read so far, without the lines of `known`, the constructor's argument.
  Strategy take() { return std::move(read_); }

 private:
  struct Choice {
    Move move;
    int within = 0;  // plies after the move
  };
  Result<int> read(const Position& position, int plies);
  Result<Choice> choose(const Position& position, int plies);
  Result<Choice> choose_anew(const Position& position, int plies);
  // Searches with at most `visits` of the budget.
  NumberAnswer search(const Position& position, Attacker attacker, int plies, std::uint64_t visits);
  bool may_go_on() const { return !goes_on_ || goes_on_(); }

  Prover& prover_;
  const Strategy& known_;
  SearchBudget budget_;            // what is left of it
  std::function<bool()> goes_on_;  // may be empty
  Strategy read_;
  bool met_circle_ = false;
  // The positions to which the strategy led back. read_win() then reads the strategy anew, and wins from each of these
  // positions within the number of plies given here.
  std::unordered_map<Position, int, PositionHash> wins_within_;
};

// Adds the lines of `more` to a strategy. If both have a line for a position, the line with fewer plies stays. Other
// lines stay right: their numbers of plies are upper bounds, and no bound of a later position rises.
void add_faster_lines(Strategy& strategy, const Strategy& more);

// The certificate of a verdict that prove() found for this position, with one line per class of positions. `known`
// holds complete strategies, whose lines the certificate may take. A search for a fact that the tables have lost ends
// when the prover's time is up. Calls the prover's observer, and ends soon after the prover is cancelled. Errors: usage
// if the verdict is undecided or a draw; those of StrategyReader.
Result<Certificate> certificate_of(Prover& prover, const Position& position, Verdict verdict,
                                   const Strategy& known = {});

// Returns the same proof with a line for every position that can arise, as a text proof needs. `certificate` has one
// line per class.
Certificate concrete(const Board& board, const KeyMaker& keys, const Certificate& certificate);

}  // namespace uisge

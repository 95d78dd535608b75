// Replays the lines of a strategy one by one, by the plain rules (plain_rules.h): what a proof consists of.
//
// Every line is looked at alone: its move is legal, and every answer ends the game in the winner's favour or leads to
// a position that another line covers with fewer plies, all in time. So lines may be looked at in any order, each
// thread with a replay of its own. Not thread-safe.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "solver/search/certificate.h"
#include "solver/search/plain_rules.h"
#include "solver/search/proof_line.h"

namespace uisge {

// What replays have looked at.
struct ReplayCounts {
  std::uint64_t positions = 0;
  std::uint64_t moves = 0;
  bool met_stuck = false;  // a side could not move while the game was not won

  void add(const ReplayCounts& other) {
    positions += other.positions;
    moves += other.moves;
    met_stuck = met_stuck || other.met_stuck;
  }
};

class LineReplay {
 public:
  // Within how many plies the line of this position wins; none if it has no line.
  using Cover = std::function<std::optional<int>(const Position& position)>;

  // REQUIRES: the board outlives it.
  LineReplay(const Board& board, RuleSet rules, Cover cover);

  // The winner is to move, and the line says that it plays the move and wins within `plies`.
  void check_line(const Position& position, StrategyMove line);
  void check_line(const Position& canonical_position, const ProofLine& line);
  // What the claim needs: the side to move wins or loses within its plies, as far as the lines say. Nothing for kNone.
  void check_claim(const ProofClaim& claim);

  // The first flaw that was found, naming the position.
  const std::optional<std::string>& flaw() const { return flaw_; }
  const ReplayCounts& counts() const { return counts_; }

 private:
  PlainTurn turn_of(const Position& position);
  void set_flaw(const Position& position, std::string_view what);
  void check_move(const Position& position, const PlainPly& played, int plies);
  void require_win(const Position& position, int plies);
  void require_loss(const Position& position, int plies);

  const Board& board_;
  RuleSet rules_;
  Cover cover_;
  std::optional<std::string> flaw_;
  ReplayCounts counts_;
};

}  // namespace uisge

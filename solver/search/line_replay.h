// Checks the lines of a strategy one by one, by the plain rules (plain_rules.h).
//
// A line here is one line of a proof: a position, the winner's move, and the plies within which it wins. A line is
// right if the move is legal, and if every answer of the loser ends the game in the winner's favour, or leads to a
// position whose line wins within the plies that are left. So lines may be checked in any order, and each thread can
// have a LineReplay of its own. Not thread-safe.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "solver/search/certificate.h"
#include "solver/search/plain_rules.h"
#include "solver/search/proof_line.h"

namespace uisge {

struct ReplayCounts {
  std::uint64_t positions = 0;
  std::uint64_t moves = 0;
  bool has_stuck_position = false;  // whether the mover is stuck in one of the replayed positions

  void add(const ReplayCounts& other) {
    positions += other.positions;
    moves += other.moves;
    has_stuck_position = has_stuck_position || other.has_stuck_position;
  }
};

class LineReplay {
 public:
  // Returns the number of plies of the proof's line for the position; nothing if the proof has no such line.
  using Cover = std::function<std::optional<int>(const Position& position)>;

  // `board` must outlive the replay.
  LineReplay(const Board& board, RuleSet rules, Cover cover);

  // Checks one line of a proof file: that its move, played in the position, wins within its number of plies. REQUIRES:
  // the winner is to move in the position.
  void check_line(const Position& position, StrategyMove line);
  void check_line(const Position& canonical_position, const ProofLine& line);
  // Checks that the lines prove the claim that the side to move wins (or loses) within the claimed plies. Does nothing
  // for a claim of kind kNone.
  void check_claim(const ProofClaim& claim);

  // The first flaw that was found; the text names the position.
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

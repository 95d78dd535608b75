// Answers from a proof: who wins, proved, within how many plies, and by which move.
//
// It reaches the positions of its lines, those after the winner's moves, those one more ply of the loser's before a
// line, and all that are the same up to symmetry and exchange of colours; elsewhere nothing is decided. The file is
// believed as a database is: whether it is a proof, `verify-proof` says. Not thread-safe.
//
// A proof under `draws` answers under all four rules for stuck players. The rules differ only where somebody is stuck,
// and no line leads there: the winner has a move in each line's position, and a stuck loser would have a draw. That
// takes no replay. Any other proof answers under its own rule, though a replay might find that it holds under more.
#pragma once

#include <memory>
#include <string>

#include "solver/search/bounded_answerer.h"
#include "solver/search/proof_lines.h"
#include "solver/search/search_fallback.h"

namespace uisge {

class ProofAnswerer final : public BoundedAnswerer {
 public:
  // Errors: those of ProofLines::open.
  static Result<std::unique_ptr<ProofAnswerer>> open(const std::string& path, std::uint64_t cache_bytes);

  const DatabaseIdentity& identity() const override { return identity_; }
  bool holds_under(RuleSet rules) const override;
  void answer_under(RuleSet rules) override { rules_ = rules; }
  const ProofClaim& claim() const { return lines_->claim(); }

  // Errors: usage (another board or piece count than the file's), bad file, resource.
  Result<BoundedAnalysis> look_up(const Position& position) override;
  Result<Analysis> analyse(const Position& position) override;
  Result<void> prepare(std::span<const Position> /*positions*/) override { return {}; }
  // The winner follows the proof, the loser delays as long as the bounds tell.
  Result<std::vector<Move>> main_line(const Position& position, Verdict verdict) override;

 private:
  struct Known {
    Verdict value;   // without a distance; not decided where the proof does not reach
    int within = 0;  // plies, of a win or loss
  };

  ProofAnswerer(std::string path, std::unique_ptr<ProofLines> lines);
  // A game that is over, or a line's position.
  Result<Known> known_at_once(const Position& position);
  // The same, or a position whose moves all lead to one of these.
  Result<Known> known(const Position& position);

  std::string path_;
  std::unique_ptr<ProofLines> lines_;
  DatabaseIdentity identity_;
  RuleSet rules_;
};

// A proof where it reaches, and the search elsewhere: for playing on, whatever the other side does.
class ProofThenSearch final : public Answerer {
 public:
  // REQUIRES: both outlive it, and have the same rules.
  ProofThenSearch(BoundedAnswerer& proof, SearchFallback& search) : proof_(proof), search_(search) {}

  Result<Analysis> analyse(const Position& position) override;
  Result<void> prepare(std::span<const Position> positions) override { return search_.prepare(positions); }
  Result<std::vector<Move>> main_line(const Position& position, Verdict verdict) override;

 private:
  BoundedAnswerer& proof_;
  SearchFallback& search_;
};

}  // namespace uisge

// Answers from a proof: who wins, within how many plies, and by which move.
//
// The answerer decides three kinds of positions: those that have a line in the proof, those from which every move of
// the loser leads to a position with a line, and all their images under symmetry and exchange of colours. All other
// positions are undecided. The answerer trusts the file; `verify-proof` checks files. Not thread-safe.
//
// A proof under the rule `draws` answers under all four rules for stuck players. The rules for stuck players differ
// only in positions with a stuck player, and no line of the proof leads to such a position. The winner has a move in
// every line, and a stuck loser would have a draw under `draws`, so the proof would fail. A proof under another rule
// answers only under that rule, although it may hold under more.
#pragma once

#include <memory>
#include <string>

#include "db/answerer.h"
#include "db/format.h"
#include "solver/search/proof_lines.h"
#include "solver/search/search_fallback.h"

namespace uisge {

class ProofAnswerer final : public Answerer {
 public:
  // Errors: those of ProofLines::open.
  static Result<std::unique_ptr<ProofAnswerer>> open(const std::string& path, std::uint64_t cache_bytes);

  // The board, the number of pieces, and the rules. The answerer answers under these rules until answer_under() names
  // other rules.
  const DatabaseIdentity& identity() const { return identity_; }
  bool holds_under(RuleSet rules) const;  // whether all answers would be right under `rules`
  // Changes the rules of all later answers. REQUIRES: holds_under(rules).
  void answer_under(RuleSet rules) { rules_ = rules; }
  const ProofClaim& claim() const { return lines_->claim(); }

  // Wins and losses have bounds (RankedMove::at_most, within_of) instead of distances, unless the game is over. A win
  // with a smaller bound is better, and so is a loss with a greater bound. Errors: usage (the position's board or piece
  // count differs from the file's), kBadFile, resource.
  Result<Analysis> analyse(const Position& position) override;
  Result<void> prepare(std::span<const Position> /*positions*/) override { return {}; }
  // The winner follows the proof. The loser plays the move that delays the end longest, by the proof's bounds.
  Result<std::vector<Move>> main_line(const Position& position, Verdict verdict) override;

 private:
  struct Known {
    Verdict value;   // has no distance; undecided if the proof does not cover the position
    int within = 0;  // if `value` is a win or loss: the bound in plies
  };

  ProofAnswerer(std::string path, std::unique_ptr<ProofLines> lines);
  // The answer if the game is over or the proof has a line for the position; otherwise "undecided".
  Result<Known> known_at_once(const Position& position);
  // Like known_at_once(), but also finds losses: positions in which every move leads to a position that the other side
  // wins.
  Result<Known> known(const Position& position);

  std::string path_;
  std::unique_ptr<ProofLines> lines_;
  DatabaseIdentity identity_;
  RuleSet rules_;
};

// Answers from a proof if the proof decides the position, otherwise by search, so that a game can always go on. The
// search keeps what the proof says about single moves.
class ProofThenSearch final : public Answerer {
 public:
  // REQUIRES: `proof` and `search` outlive this object and have the same rules.
  ProofThenSearch(ProofAnswerer& proof, SearchFallback& search) : proof_(proof), search_(search) {}

  Result<Analysis> analyse(const Position& position) override;
  Result<void> prepare(std::span<const Position> positions) override { return search_.prepare(positions); }
  Result<std::vector<Move>> main_line(const Position& position, Verdict verdict) override;

 private:
  ProofAnswerer& proof_;
  SearchFallback& search_;
};

}  // namespace uisge

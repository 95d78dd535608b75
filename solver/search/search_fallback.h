// Answers by search, for positions that no database holds.
//
// The object keeps only one table, for the board of the last question. So positions of many boards take no more memory
// than positions of one board. Not thread-safe, although a question is answered on several threads.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "db/answerer.h"
#include "solver/search/proof_session.h"

namespace uisge {

class SearchFallback final : public Answerer {
 public:
  // The limits apply to the search of each position.
  SearchFallback(RuleSet rules, ProofLimits limits) : rules_(rules), limits_(std::move(limits)) {}

  int plies() const { return limits_.max_plies; }
  // The number of positions searched on the board of the last question. A question about a board of another size sets
  // the count to 0.
  std::uint64_t nodes() const { return session_ == nullptr ? 0 : session_->nodes(); }
  // Limits the time of every later question. A question ends early once `cancel`, which may be null, is set.
  void limit_questions(std::chrono::duration<double> time, const std::atomic<bool>* cancel);

  // Errors: those of ProofSession::make.
  Result<Analysis> analyse(const Position& position) override;
  // Allocates the table for the board of the first position.
  Result<void> prepare(std::span<const Position> positions) override;
  // REQUIRES: the verdict is a win or loss, since best play in a draw need not end.
  Result<std::vector<Move>> main_line(const Position& position, Verdict verdict) override;

  // Searches for the distances that a values database lacks, and for the verdicts that an unfinished file leaves open.
  // Adds to `analysis` what the search decides, and ranks the moves again. Errors: those of analyse(), and
  // kVerification if the search proves another value.
  Result<void> add_distances(const Position& position, Analysis& analysis);

 private:
  Result<ProofSession*> session_for(BoardSize size);

  RuleSet rules_;
  ProofLimits limits_;
  std::optional<Board> board_;
  std::unique_ptr<ProofSession> session_;  // the session for this board
};

}  // namespace uisge

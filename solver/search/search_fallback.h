// Answers by search, for positions that no database covers.
//
// There is one table, for the board that was asked about last, so positions of many boards take no more memory than
// those of one.
// Not thread-safe; uses threads inside.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "db/answerer.h"
#include "solver/search/proof_session.h"

namespace uisge {

class SearchFallback final : public Answerer {
 public:
  // The limits hold for each position.
  SearchFallback(RuleSet rules, ProofLimits limits) : rules_(rules), limits_(std::move(limits)) {}

  int plies() const { return limits_.max_plies; }
  // How long each of the questions to come may take, and what ends it early; `cancel` may be null.
  void limit_questions(std::chrono::duration<double> time, const std::atomic<bool>* cancel);

  // Errors: those of ProofSession::make.
  Result<Analysis> analyse(const Position& position) override;
  // Takes the memory for the first one's board.
  Result<void> prepare(std::span<const Position> positions) override;
  // Of a win or loss: draws have no end to play for.
  Result<std::vector<Move>> main_line(const Position& position, Verdict verdict) override;

  // The distances that a file without them cannot tell, as far as the search decides them, and what an unfinished one
  // leaves undecided; ranks the moves anew. Errors: those of analyse(), and kVerification where the search proves
  // another value.
  Result<void> add_distances(const Position& position, Analysis& analysis);

 private:
  Result<ProofSession*> session_for(BoardSize size);

  RuleSet rules_;
  ProofLimits limits_;
  std::optional<Board> board_;
  std::unique_ptr<ProofSession> session_;  // of this board
};

}  // namespace uisge

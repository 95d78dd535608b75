// Answers by search, for positions that no database holds.
//
// The object keeps only one table, for the board of the last question. Not thread-safe, although a question is answered
// on several threads.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "db/answerer.h"
#include "solver/search/proof_session.h"

namespace uisge {

class SearchFallback final : public Answerer {
 public:
  // For answers about all moves: how many plies beyond a win the other moves are searched. A win is found by a search
  // of as many plies as it takes; each further ply takes about twice as long.
  static constexpr int kPliesAfterWin = 4;

  // The limits apply to the search of each position. Once a move wins, the other moves are searched `plies_after_win`
  // plies further.
  SearchFallback(RuleSet rules, ProofLimits limits, int plies_after_win = 0)
      : rules_(rules), limits_(std::move(limits)), plies_after_win_(plies_after_win) {}

  int plies() const { return limits_.max_plies; }
  // The number of positions that the search has visited since the board's size last changed.
  std::uint64_t nodes() const { return session_ == nullptr ? 0 : session_->nodes(); }
  // Limits the time of every later question, and stops the question once `cancel` is set; `cancel` may be null.
  void limit_questions(std::chrono::duration<double> time, const std::atomic<bool>* cancel);

  // Errors: those of ProofSession::make.
  Result<Analysis> analyse(const Position& position) override;
  // Allocates the search's table for the board of the first position.
  Result<void> prepare(std::span<const Position> positions) override;
  // Empty unless the verdict is a win or loss with a distance.
  Result<std::vector<Move>> main_line(const Position& position, Verdict verdict) override;

  // Completes an analysis from a values database, which has no distances, from an unfinished solve, from a proof, or
  // from a list of noted positions. Adds the distances, their lower bounds and verdicts that the search finds, and
  // ranks the moves again. The position gets the verdict that follows from its moves' verdicts if that says more.
  // Errors: those of analyse(), and kVerification if the search proves another value or distance than the file has.
  Result<void> complete(const Position& position, Analysis& analysis);

 private:
  Result<ProofSession*> session_for(BoardSize size);

  RuleSet rules_;
  ProofLimits limits_;
  int plies_after_win_;
  std::optional<Board> board_;
  std::unique_ptr<ProofSession> session_;  // for *board_
};

}  // namespace uisge

// Answers in the form of a database's, by search: for positions that no database covers.
//
// What the search decides has its exact value and distance, as a database would say. What it does not is open: neither
// side can force a win within `Analysis::open_plies`.
//
// There is one table, for the board that was asked about last, so positions of many boards take no more memory than
// those of one.
// Not thread-safe; uses threads inside.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "db/probe.h"
#include "solver/search/proof_session.h"

namespace uisge {

class SearchFallback {
 public:
  // The limits hold for each position.
  SearchFallback(RuleSet rules, ProofLimits limits) : rules_(rules), limits_(std::move(limits)) {}

  int plies() const { return limits_.max_plies; }

  // Errors: those of ProofSession::make.
  Result<Analysis> analyse(const Position& position);
  // The distances that a values database cannot tell, as far as the search decides them; ranks the moves anew. Errors:
  // those of analyse(), and kVerification where the search proves another value.
  Result<void> add_distances(const Position& position, Analysis& analysis);
  // Best play to the end of the game, if `analysis` decides the position as a win or loss; otherwise nothing.
  Result<std::vector<Move>> main_line(const Position& position, const Analysis& analysis);

 private:
  Result<ProofSession*> session_for(BoardSize size);

  RuleSet rules_;
  ProofLimits limits_;
  std::optional<Board> board_;
  std::unique_ptr<ProofSession> session_;  // of this board
};

}  // namespace uisge

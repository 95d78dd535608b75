// Answers questions of the form "can this side force a win from this position within N plies?" under one rule set.
//
// A session owns the table of facts, the workers and the clock. Every question uses the facts that earlier questions
// have proved. prove() (prove.h) asks with N = 0, 1, 2, ... Not thread-safe, although a question is answered on several
// threads.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <vector>

#include "core/moves.h"
#include "core/position.h"
#include "solver/search/proof_worker.h"
#include "solver/search/prove.h"

namespace uisge {

class ProofSession {
 public:
  // The board must outlive the session. Errors: usage (limits out of range), resource (no memory for the table).
  static Result<std::unique_ptr<ProofSession>> make(const Board& board, RuleSet rules, const ProofLimits& limits);

  // Whether the mover can force a win within `plies`, and whether the opponent can; std::nullopt if the time limit or
  // the user stopped the search. The position may be one in which the game is over.
  std::optional<bool> mover_wins(const Position& position, int plies);
  std::optional<bool> opponent_wins(const Position& position, int plies);

  // Returns the playable moves. If the table of facts has a move for the position, this move comes first.
  MoveList promising_moves(const Position& position) const;

  const Board& board() const { return board_; }
  RuleSet rules() const { return rules_; }
  const ProofLimits& limits() const { return limits_; }

  ProofEnd end() const { return end_; }
  std::uint64_t nodes() const;
  void restart_clock() { start_ = Clock::now(); }
  std::chrono::duration<double> elapsed() const { return Clock::now() - start_; }

  // Sets whether the time limit can stop a question. The user can always stop a question.
  void apply_clock(bool apply) { clock_applies_ = apply; }
  // Sets the time limit of later questions (std::nullopt: no limit), and the flag that cancels them (may be null).
  void limit_questions(std::optional<std::chrono::duration<double>> time, const std::atomic<bool>* cancel) {
    limits_.time = time;
    limits_.cancel = cancel;
  }

 private:
  using Clock = std::chrono::steady_clock;

  ProofSession(const Board& board, RuleSet rules, const ProofLimits& limits, FactTable facts);
  std::optional<bool> ask(const Pieces& pieces, Attacker attacker, int plies);
  // Every worker calls poll() now and then. One worker, which calls poll(true), also reports progress.
  void poll(bool reports);

  const Board& board_;
  RuleSet rules_;
  ProofLimits limits_;
  Clock::time_point start_ = Clock::now();
  Clock::time_point next_report_;
  bool clock_applies_ = true;
  int plies_ = 0;
  std::atomic<ProofEnd> end_{ProofEnd::kDone};
  FactTable facts_;
  KeyMaker keys_;
  SharedProof shared_;
  std::vector<std::unique_ptr<ProofWorker>> workers_;
};

}  // namespace uisge

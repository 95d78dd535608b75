// Who wins a position, proved forward without a database and without a limit of plies that the caller must know.
//
// A prover has tables of facts and of open proof numbers, and answers one question after the other; what one has proved
// serves the next. prove() asks for the mover's and for the opponent's win side by side, each under several limits of
// plies at once, from generous ones to the most that there are. All threads take slices of these questions.
// win_within() is one such question with a limit of the caller's, on the caller's thread: any number of threads may
// ask about different positions, or about the same one, at the same time. docs/search.md has the algorithm; proofs
// become certificates with proved_strategy.h.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "core/error.h"
#include "core/moves.h"
#include "core/position.h"
#include "core/verdict.h"
#include "solver/search/number_search.h"

namespace uisge {

class QuestionSchedule;

struct ProverProgress {
  // Of the mover's win, for every playable move in their order: what is left to prove that the move wins. Infinite: it
  // does not within the limit that is asked about most.
  std::vector<std::pair<Move, ProofNumbers>> moves;
  std::uint64_t visits = 0;
  std::chrono::duration<double> elapsed{};
  double table_load = 0;  // of the fuller one, 0 to 1
};

struct ProverLimits {
  std::uint64_t memory_bytes = std::uint64_t{1} << 30;  // of the tables
  std::size_t threads = 1;                              // of prove()
  std::optional<std::chrono::duration<double>> time;    // of all questions since restart_clock(); none: no limit
  const std::atomic<bool>* cancel = nullptr;            // polled by every question; may be null
  std::function<void(const ProverProgress&)> observer;  // called by prove() now and then, from one thread at a time
};

enum class ProverEnd : std::uint8_t { kDecided, kNobodyWins, kTimeUp, kCancelled };

struct ProverResult {
  // The game over and drawn: a draw. kNobodyWins: undecided within kMaxSearchPlies. A win or loss is proved within its
  // plies; its distance may be less.
  Verdict verdict;
  ProverEnd end = ProverEnd::kDecided;
  std::uint64_t visits = 0;
  std::chrono::duration<double> elapsed{};
};

class Prover {
 public:
  // The board must outlive the prover. Errors: usage (threads out of range), resource (no memory for the tables).
  static Result<std::unique_ptr<Prover>> make(const Board& board, RuleSet rules, const ProverLimits& limits);

  // Any position, over or not. One at a time, as is the next.
  ProverResult prove(const Position& position);
  // Whether the attacker wins within `plies`, by all threads: kNobodyWins is a no. REQUIRES: the game is not over.
  ProverResult prove_within(const Position& position, Attacker attacker, int plies);

  // Whether the attacker wins the position, over or not, within `plies`: proved, disproved, or how much is left. Thread
  // safe, about a microsecond to start. REQUIRES: 0 <= plies <= kMaxSearchPlies.
  NumberAnswer win_within(const Position& position, Attacker attacker, int plies, SearchBudget budget = {});
  // The same without a search.
  NumberAnswer known(const Position& position, Attacker attacker, int plies);
  // The least number of plies within which the attacker is known to win; none if that is not known. Thread-safe.
  std::optional<int> known_win(const Position& position, Attacker attacker) const;

  const Board& board() const { return board_; }
  RuleSet rules() const { return rules_; }
  const KeyMaker& keys() const { return keys_; }
  const ProverLimits& limits() const { return limits_; }
  FactTable& facts() { return facts_; }
  OpenNumbers& open() { return open_; }
  double table_load() const { return std::max(facts_.load(), open_.load()); }
  std::uint64_t visits() const { return visits_.load(std::memory_order_relaxed); }

  void restart_clock() { begin_ = Clock::now(); }
  std::chrono::duration<double> elapsed() const { return Clock::now() - begin_; }
  bool is_cancelled() const { return limits_.cancel != nullptr && limits_.cancel->load(std::memory_order_relaxed); }
  std::optional<std::chrono::steady_clock::time_point> deadline() const;
  bool is_late() const { return limits_.time && elapsed() >= *limits_.time; }

 private:
  using Clock = std::chrono::steady_clock;
  // A search while one thread uses it.
  class Loan;

  Prover(const Board& board, RuleSet rules, const ProverLimits& limits, FactTable facts, OpenNumbers open);
  std::optional<NumberAnswer> answer_of_end(const Position& position, Attacker attacker) const;
  ProverResult prove_by(QuestionSchedule& schedule, const Position& position);
  ProverProgress progress(const Position& position, int plies);

  const Board& board_;
  RuleSet rules_;
  ProverLimits limits_;
  Clock::time_point begin_ = Clock::now();
  FactTable facts_;
  OpenNumbers open_;
  KeyMaker keys_;
  SharedNumbers shared_;
  std::mutex idle_mutex_;
  std::vector<std::unique_ptr<NumberSearch>> idle_;  // searches that no thread uses; has room for one a thread
  std::atomic<std::uint64_t> visits_{0};
};

}  // namespace uisge

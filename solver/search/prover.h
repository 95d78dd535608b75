// Proves by forward search who wins a position, without a database and without a limit of plies from the caller.
//
// A prover has a table of facts, and a table of the proof numbers of open questions. Every question uses what earlier
// questions have proved. prove() asks whether the mover wins and whether the opponent wins, each under several limits,
// from a generous number of plies to kMaxSearchPlies. Each thread searches one of these questions for some
// milliseconds, then turns to the next question. win_within() asks one question with the caller's limit on the caller's
// thread; any number of threads may call it at the same time. docs/search.md has the algorithm; proved_strategy.h makes
// certificates.
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
#include "db/parallel.h"
#include "solver/search/number_search.h"

namespace uisge {

class QuestionSchedule;

struct ProverProgress {
  // Two estimates for every playable move, in the order of playable_moves: the work that is left to prove that the move
  // wins, and the work that is left to prove that it does not. The prover asks about several limits of plies at a time.
  // A limit is open while it is not known whether the mover can win within it. Both estimates are about a win within
  // the least open limit. Empty while a state file or the moves of a proved win are read.
  std::vector<std::pair<Move, ProofNumbers>> moves;
  std::uint64_t visits = 0;
  std::chrono::duration<double> elapsed{};
  double table_load = 0;  // the used share of the fuller table, 0 to 1
};

struct ProverLimits {
  std::uint64_t memory_bytes = std::uint64_t{1} << 30;       // the memory of both tables together
  std::size_t threads = 1;                                   // for prove(), complete() and shorten()
  std::optional<std::chrono::duration<double>> time = {};    // from restart_clock() on; win_within() has no limit
  const std::atomic<bool>* cancel = nullptr;                 // every question polls this flag; may be null
  std::function<void(const ProverProgress&)> observer = {};  // called now and then, by one thread at a time
};

enum class ProverEnd : std::uint8_t { kDecided, kNobodyWins, kTimeUp, kCancelled };

struct ProverResult {
  // The proof shows a win or loss within verdict.plies plies; the exact distance may be less. The verdict is a draw
  // only if the game is over. If neither side can win, prove() gives "undecided within kMaxSearchPlies".
  Verdict verdict = {};
  ProverEnd end = ProverEnd::kDecided;
  std::uint64_t visits = 0;
  std::chrono::duration<double> elapsed{};
};

class Prover {
 public:
  // The board must outlive the prover. Errors: usage (threads out of range), resource (no memory for the tables).
  static Result<std::unique_ptr<Prover>> make(const Board& board, RuleSet rules, const ProverLimits& limits);

  // Finds out by proofs which side wins the position, or that neither can win. Accepts a position in which the game is
  // over. Not thread-safe.
  ProverResult prove(const Position& position);

  // Searches for a win of the attacker within `plies`, and stops when the budget is spent. Accepts a position in which
  // the game is over. Thread-safe; starts within about a microsecond. REQUIRES: 0 <= plies <= kMaxSearchPlies.
  NumberAnswer win_within(const Position& position, Attacker attacker, int plies, SearchBudget budget = {});
  // As above, but calls `goes_on` about six times a second, and stops if it returns false.
  NumberAnswer win_within(const Position& position, Attacker attacker, int plies, SearchBudget budget,
                          const std::function<bool()>& goes_on);
  // As win_within(), but only looks up the answer in the tables.
  NumberAnswer known(const Position& position, Attacker attacker, int plies);
  // The least number of plies within which the attacker is known to win; nothing if no win is known. Thread-safe.
  std::optional<int> known_win(const Position& position, Attacker attacker) const;
  // The progress until now, without estimates.
  ProverProgress progress() const { return {{}, visits(), elapsed(), table_load()}; }

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
  bool is_cancelled() const { return wants_stop(limits_.cancel); }
  // When limits().time is up; std::nullopt if it is 100 years or more, or NaN.
  std::optional<std::chrono::steady_clock::time_point> deadline() const;
  bool is_late() const {
    const auto end = deadline();
    return end && Clock::now() >= *end;
  }

 private:
  using Clock = std::chrono::steady_clock;
  // Lends a thread a search. The constructor takes a search from idle_ or makes one; the destructor puts it back.
  class Loan;

  Prover(const Board& board, RuleSet rules, const ProverLimits& limits, FactTable facts, OpenNumbers open);
  std::optional<NumberAnswer> answer_of_end(const Position& position, Attacker attacker) const;
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
  std::vector<std::unique_ptr<NumberSearch>> idle_;  // searches that no thread uses; has room for one per thread
  std::atomic<std::uint64_t> visits_{0};
};

}  // namespace uisge

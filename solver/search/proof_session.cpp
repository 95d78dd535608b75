#include "solver/search/proof_session.h"

#include <fmt/format.h>
#include <tbb/global_control.h>

#include <algorithm>

#include "core/moves.h"
#include "db/parallel.h"
#include "solver/resources.h"
#include "solver/tbb_start.h"

namespace uisge {

namespace {

// The size of a thread's stack. Each ply takes one level of the recursion, about 7 KiB, and there are at most
// kMaxSearchPlies plies.
constexpr std::size_t kStackBytes = 16 << 20;
constexpr auto kReportInterval = std::chrono::milliseconds(100);
// A question of fewer than kParallelPlies plies is answered before other threads could wake up, so one thread answers
// it alone.
constexpr int kParallelPlies = 10;

}  // namespace

Result<std::unique_ptr<ProofSession>> ProofSession::make(const Board& board, RuleSet rules, const ProofLimits& limits) {
  if (limits.max_plies < 0 || limits.max_plies > kMaxSearchPlies) {
    return usage_error(fmt::format("plies: {} is out of range, a search looks 0 to {} plies ahead", limits.max_plies,
                                   kMaxSearchPlies));
  }
  if (limits.threads < 1 || limits.threads > kMaxThreads) {
    return usage_error(fmt::format("threads: {} is out of range, 1 to {} are possible", limits.threads, kMaxThreads));
  }
  UISGE_TRY(require_memory("search table", limits.memory_bytes));
  auto facts = UISGE_TRY(FactTable::make(limits.memory_bytes));
  return std::unique_ptr<ProofSession>(new ProofSession(board, rules, limits, std::move(facts)));
}

ProofSession::ProofSession(const Board& board, RuleSet rules, const ProofLimits& limits, FactTable facts)
    : board_(board),
      rules_(rules),
      limits_(limits),
      facts_(std::move(facts)),
      keys_(board, best_instruction_set()),
      shared_{board, facts_} {
  shared_.parallel = limits_.threads > 1;
  next_report_ = start_ + kReportInterval;
  for (std::size_t i = 0; i < limits_.threads; ++i) {
    workers_.push_back(make_proof_worker(shared_, rules, [this, reports = i == 0] { poll(reports); }));
  }
}

std::uint64_t ProofSession::nodes() const {
  std::uint64_t sum = 0;
  for (const auto& worker : workers_) sum += worker->nodes();
  return sum;
}

void ProofSession::poll(bool reports) {
  const auto now = Clock::now();
  if (wants_stop(limits_.cancel)) {
    end_ = ProofEnd::kCancelled;
    shared_.stop = true;
  } else if (clock_applies_ && limits_.time && now - start_ > *limits_.time) {
    end_ = ProofEnd::kTimeUp;
    shared_.stop = true;
  }
  if (reports && limits_.observer && now >= next_report_) {
    next_report_ = now + kReportInterval;
    limits_.observer({plies_, nodes(), now - start_, facts_.load()});
  }
}

std::optional<bool> ProofSession::ask(const Pieces& pieces, Attacker attacker, int plies) {
  plies_ = plies;
  end_ = ProofEnd::kDone;
  shared_.stop = false;
  if (workers_.size() == 1 || plies < kParallelPlies) {
    const bool answer = workers_.front()->wins(pieces, attacker, plies);
    return workers_.front()->stopped() ? std::nullopt : std::optional(answer);
  }
  // All workers search for the same answer. The first worker to find the answer stops the others.
  std::atomic<int> answer{-1};
  start_tbb();
  const tbb::global_control stacks(tbb::global_control::thread_stack_size, kStackBytes);
  const auto work = [&](std::size_t i) {
    if (shared_.stop) return;
    const bool wins = workers_[i]->wins(pieces, attacker, plies);
    if (workers_[i]->stopped()) return;
    answer = wins ? 1 : 0;
    shared_.stop = true;
  };
  on_tbb_threads(workers_.size(), work, [&] { shared_.stop = true; });
  if (answer >= 0) end_ = ProofEnd::kDone;  // another worker may have been late or cancelled just then
  return answer < 0 ? std::nullopt : std::optional(answer == 1);
}

std::optional<bool> ProofSession::mover_wins(const Position& position, int plies) {
  if (const auto over = outcome_if_over(board_, rules_, position)) return over == Outcome::kWin;
  return ask(pieces_of(position), Attacker::kMover, plies);
}

std::optional<bool> ProofSession::opponent_wins(const Position& position, int plies) {
  if (const auto over = outcome_if_over(board_, rules_, position)) return over == Outcome::kLoss;
  return ask(pieces_of(position), Attacker::kOpponent, plies);
}

MoveList ProofSession::promising_moves(const Position& position) const {
  MoveList moves = playable_moves(board_, rules_, position);
  const CanonicalKey named = keys_.key_of(pieces_of(position), Attacker::kMover);
  Fact fact;
  if (facts_.find(named.key, fact) && !fact.move.is_pass()) {
    const Move first = image(board_, board_.inverse(named.symmetry), fact.move);
    const auto found = std::find(moves.begin(), moves.end(), first);
    if (found != moves.end()) std::rotate(moves.begin(), found, found + 1);
  }
  return moves;
}

}  // namespace uisge

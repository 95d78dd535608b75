#include "solver/search/prover.h"

#include <fmt/format.h>

#include <limits>

#include "solver/resources.h"
#include "solver/search/question_schedule.h"
#include "solver/tbb_start.h"

namespace uisge {

namespace {

constexpr auto kProgressInterval = std::chrono::milliseconds(200);
// A search that asks goes_on() is interrupted after this many visits, about a sixth of a second. Then it goes on from
// the tables.
constexpr std::uint64_t kVisitsAtOnce = std::uint64_t{1} << 18;

}  // namespace

class Prover::Loan {
 public:
  explicit Loan(Prover& prover) : prover_(prover) {
    {
      const std::lock_guard lock(prover.idle_mutex_);
      if (!prover.idle_.empty()) {
        search_ = std::move(prover.idle_.back());
        prover.idle_.pop_back();
      }
    }
    if (!search_) search_ = make_number_search(prover.shared_, prover.rules_);
    visits_before_ = search_->visits();
  }
  ~Loan() {
    prover_.visits_.fetch_add(visits(), std::memory_order_relaxed);
    const std::lock_guard lock(prover_.idle_mutex_);
    // The vector has room, so push_back allocates nothing.
    if (prover_.idle_.size() < prover_.idle_.capacity()) prover_.idle_.push_back(std::move(search_));
  }
  Loan(const Loan&) = delete;
  Loan& operator=(const Loan&) = delete;
  NumberSearch* operator->() const { return search_.get(); }
  std::uint64_t visits() const { return search_->visits() - visits_before_; }

 private:
  Prover& prover_;
  std::unique_ptr<NumberSearch> search_;
  std::uint64_t visits_before_ = 0;
};

Result<std::unique_ptr<Prover>> Prover::make(const Board& board, RuleSet rules, const ProverLimits& limits) {
  if (limits.threads < 1 || limits.threads > kMaxThreads) {
    return usage_error(fmt::format("threads: {} is out of range, 1 to {} are possible", limits.threads, kMaxThreads));
  }
  UISGE_TRY(require_memory("search table", limits.memory_bytes));
  auto facts = UISGE_TRY(FactTable::make(limits.memory_bytes / 2));
  auto open = UISGE_TRY(OpenNumbers::make(limits.memory_bytes / 2));
  return std::unique_ptr<Prover>(new Prover(board, rules, limits, std::move(facts), std::move(open)));
}

Prover::Prover(const Board& board, RuleSet rules, const ProverLimits& limits, FactTable facts, OpenNumbers open)
    : board_(board),
      rules_(rules),
      limits_(limits),
      facts_(std::move(facts)),
      open_(std::move(open)),
      keys_(board, best_instruction_set()),
      shared_{board, keys_, facts_, open_} {
  shared_.parallel = limits.threads > 1;
  idle_.reserve(limits.threads);
}

std::optional<NumberAnswer> Prover::answer_of_end(const Position& position, Attacker attacker) const {
  const auto over = outcome_if_over(board_, rules_, position);
  if (!over) return std::nullopt;
  const Outcome wanted = attacker == Attacker::kMover ? Outcome::kWin : Outcome::kLoss;
  constexpr float kForever = std::numeric_limits<float>::infinity();
  if (over == wanted) return NumberAnswer{{0, kForever}, 0};
  return NumberAnswer{{kForever, 0}, kMaxSearchPlies};
}

NumberAnswer Prover::win_within(const Position& position, Attacker attacker, int plies, SearchBudget budget) {
  if (const auto over = answer_of_end(position, attacker)) return *over;
  if (budget.cancel == nullptr) budget.cancel = limits_.cancel;
  const Loan search(*this);
  NumberAnswer answer = search->ask(pieces_of(position), attacker, plies, budget);
  answer.visits = search.visits();
  return answer;
}

NumberAnswer Prover::win_within(const Position& position, Attacker attacker, int plies, SearchBudget budget,
                                const std::function<bool()>& goes_on) {
  for (std::uint64_t visits = 0;;) {
    SearchBudget slice = budget;
    slice.visits = std::min(budget.visits, kVisitsAtOnce);
    budget.visits -= slice.visits;
    NumberAnswer answer = win_within(position, attacker, plies, slice);
    // A search that visits fewer positions than it may is settled, or was told to stop.
    const bool is_over = answer.visits < slice.visits || answer.numbers.is_settled() || budget.visits == 0;
    visits += answer.visits;
    answer.visits = visits;
    if (is_over || !goes_on()) return answer;
  }
}

NumberAnswer Prover::known(const Position& position, Attacker attacker, int plies) {
  if (const auto over = answer_of_end(position, attacker)) return *over;
  return Loan(*this)->look(pieces_of(position), attacker, plies);
}

std::optional<int> Prover::known_win(const Position& position, Attacker attacker) const {
  if (const auto over = answer_of_end(position, attacker)) {
    return over->is_win() ? std::optional(0) : std::nullopt;
  }
  Fact fact;
  if (!facts_.find(keys_.key_of(pieces_of(position), attacker).key, fact)) return std::nullopt;
  return fact.win_within == Fact::kUnknownWin ? std::nullopt : std::optional(fact.win_within);
}

ProverProgress Prover::progress(const Position& position, int plies) {
  ProverProgress now = progress();
  for (const Move move : playable_moves(board_, rules_, position)) {
    now.moves.emplace_back(move, known(play(board_, position, move), Attacker::kOpponent, plies - 1).numbers);
  }
  return now;
}

std::optional<Prover::Clock::time_point> Prover::deadline() const {
  // The clock can count about 292 years. A longer time, or NaN, is no limit; a time below 0 is up at once.
  constexpr std::chrono::duration<double> kLongest = std::chrono::years(100);
  if (!limits_.time || !(*limits_.time < kLongest)) return std::nullopt;
  return begin_ + std::chrono::duration_cast<Clock::duration>(std::max(*limits_.time, kLongest.zero()));
}

ProverResult Prover::prove(const Position& position) {
  if (const auto over = outcome_if_over(board_, rules_, position)) return {.verdict = {over, 0}};
  QuestionSchedule schedule(position.pieces());
  const Clock::time_point begin = Clock::now();
  const std::uint64_t visits_before = visits();
  std::atomic<bool> stop{false};
  auto next_report = begin + kProgressInterval;
  const auto work = [&](std::size_t thread) {
    while (!stop && !is_cancelled() && !is_late()) {
      const auto slice = schedule.take();
      if (!slice) return;
      const SearchBudget budget{QuestionSchedule::kSliceVisits, deadline(), limits_.cancel, &stop};
      const NumberAnswer answer = win_within(position, slice->attacker, slice->plies, budget);
      if (schedule.give_back(*slice, answer)) stop = true;
      if (thread != 0 || !limits_.observer || Clock::now() < next_report) continue;
      ProverProgress now = progress(position, schedule.main_plies());
      now.visits -= visits_before;
      now.elapsed = Clock::now() - begin;
      limits_.observer(now);
      next_report = Clock::now() + kProgressInterval;
    }
  };
  on_tbb_threads(limits_.threads, work, [&] { stop = true; });
  ProverResult result{.visits = visits() - visits_before, .elapsed = Clock::now() - begin};
  if (const auto won = schedule.won()) {
    const int plies = won->plies;
    result.verdict = won->attacker == Attacker::kMover ? Verdict::win(plies) : Verdict::loss(plies);
    return result;
  }
  result.verdict = Verdict::undecided_within(schedule.nobody_within());
  result.end = schedule.is_empty() ? ProverEnd::kNobodyWins
               : is_cancelled()    ? ProverEnd::kCancelled
                                   : ProverEnd::kTimeUp;
  return result;
}

}  // namespace uisge

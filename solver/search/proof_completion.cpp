#include "solver/search/proof_completion.h"

#include <fmt/format.h>

#include <algorithm>
#include <shared_mutex>

#include "solver/search/guided_walk.h"
#include "solver/search/helped_loop.h"
#include "solver/search/now_and_then.h"
#include "solver/search/question_schedule.h"

namespace uisge {

namespace {

constexpr int kVisitsShift = 3;  // each round allows 2^kVisitsShift times as many visits as the round before

// Proves wins of the side to move in the given positions. Each thread works on one position at a time.
class Obligations {
 public:
  // `visits_before`: the prover's visits that progress does not count.
  Obligations(Prover& prover, const CompletionOptions& options, const std::vector<Position>& open, Strategy& proved,
              std::uint64_t visits_before)
      : prover_(prover), options_(options), visits_before_(visits_before), proved_(proved), total_(open.size()) {
    for (const Position& position : open) open_.push_back({position, first_plies(position)});
  }

  void prove() {
    for (std::uint64_t visits = options_.first_visits; !open_.empty() && visits <= options_.most_visits && !is_over();
         visits <<= kVisitsShift) {
      ++round_;
      prove_round(visits);
    }
    const std::shared_lock lock(mutex_);
    if (options_.observer) options_.observer(progress());
  }

  std::vector<Position> open() const {
    std::vector<Position> positions;
    for (const Obligation& obligation : open_) positions.push_back(obligation.position);
    return positions;
  }

 private:
  struct Obligation {
    Position position;
    int plies;
    bool is_done = false;
  };

  int first_plies(const Position& position) const {
    return options_.plies != 0 ? options_.plies : QuestionSchedule::generous_plies(position.pieces());
  }
  bool is_over() const { return is_refuted_ || prover_.is_cancelled() || prover_.is_late(); }

  void prove_round(std::uint64_t visits) {
    std::vector<int> plies;  // of the obligations in this round; helpers read them while prove_one() sets new ones
    for (const Obligation& obligation : open_) plies.push_back(obligation.plies);
    const auto own = [&](std::size_t i, const std::atomic<bool>& is_done) {
      prove_one(open_[i], visits, is_done);
      report_and_save();
    };
    const auto help = [&](std::size_t i, const std::atomic<bool>& is_done) {
      const SearchBudget budget{.visits = visits, .deadline = prover_.deadline(), .stop = &is_done};
      prover_.win_within(open_[i].position, Attacker::kMover, plies[i], budget);
    };
    helped_loop(open_.size(), prover_.limits().threads, own, help, [&] { return is_over(); });
    std::erase_if(open_, [](const Obligation& obligation) { return obligation.is_done; });
  }

  void prove_one(Obligation& obligation, std::uint64_t visits, const std::atomic<bool>& stop) {
    const bool is_known = [&] {
      const std::shared_lock lock(mutex_);
      return proved_.contains(obligation.position);
    }();
    if (is_known) return finish(obligation);
    const SearchBudget budget{.visits = visits, .deadline = prover_.deadline()};
    const NumberAnswer answer =
        prover_.win_within(obligation.position, Attacker::kMover, obligation.plies, budget, [&] {
          report_and_save();
          return !is_refuted_ && !stop;
        });
    if (answer.is_no_win()) {
      if (obligation.plies == kMaxSearchPlies) is_refuted_ = true;
      obligation.plies = std::min(2 * obligation.plies + 1, kMaxSearchPlies);
    }
    if (!answer.is_win()) return;
    Strategy read;
    {
      const std::shared_lock lock(mutex_);
      StrategyReader reader(prover_, proved_, budget, [&] {
        report_and_save_under_lock();
        return !is_refuted_ && !stop;
      });
      if (const auto within = reader.read_win(obligation.position, answer.bound); !within) {
        return;  // cancelled, or the tables have lost too many facts; the next round tries again
      }
      read = reader.take();
    }
    const std::unique_lock lock(mutex_);
    // Another thread may meanwhile have added lines for the same positions.
    add_faster_lines(proved_, read);
    finish(obligation);
  }
  void finish(Obligation& obligation) {
    obligation.is_done = true;
    ++done_;
  }

  CompletionProgress progress() const {  // REQUIRES: this thread holds mutex_
    return {done_, total_, round_, proved_.size(), prover_.visits() - visits_before_, prover_.elapsed()};
  }
  void report_and_save() {
    const std::shared_lock lock(mutex_);
    report_and_save_under_lock();
  }
  void report_and_save_under_lock() {
    now_and_then_.call([&] {
      if (options_.observer) options_.observer(progress());
      if (options_.save_when_due) options_.save_when_due(proved_);
    });
  }

  Prover& prover_;
  const CompletionOptions& options_;
  const std::uint64_t visits_before_;
  NowAndThen now_and_then_;
  std::shared_mutex mutex_;  // guards proved_
  Strategy& proved_;
  std::vector<Obligation> open_;         // still to be proved; one thread uses each, and helpers read its position
  std::atomic<bool> is_refuted_{false};  // whether one of them is not won within kMaxSearchPlies
  std::size_t total_;
  std::size_t round_ = 0;
  std::atomic<std::size_t> done_{0};
};

}  // namespace

Strategy guide_of(const Board& board, const KeyMaker& keys, const Strategy& moves,
                  const std::function<bool(std::size_t)>& goes_on) {
  Strategy guide;
  for (const auto& [position, line] : moves) {
    if (goes_on && !goes_on(guide.size())) break;
    const auto [there, symmetry] = class_image(board, keys, position);
    const StrategyMove move{image(board, symmetry, line.move), line.plies};
    const auto [entry, is_new] = guide.try_emplace(there, move);
    if (!is_new && move.plies < entry->second.plies) entry->second = move;
  }
  return guide;
}

Result<Completion> complete(Prover& prover, const Position& position, ClaimKind kind, const Strategy& guide,
                            Strategy& proved, const CompletionOptions& options) {
  const std::vector<Position> turns = winners_turns(prover.board(), prover.rules(), position, kind);
  const int before = kind == ClaimKind::kWin ? 0 : 1;
  Completion completion;
  const auto walk_all = [&](GuidedWalk& walk) -> Result<std::optional<int>> {
    std::optional<int> plies = 0;
    for (const Position& turn : turns) {
      auto within = UISGE_TRY(walk.walk(turn));
      if (completion.end != ProverEnd::kDecided) return std::nullopt;
      plies = plies && within ? std::optional(std::max(*plies, *within + before)) : std::nullopt;
    }
    return plies;
  };
  const auto stopped = [&](ProverEnd otherwise) {
    return prover.is_cancelled() ? ProverEnd::kCancelled : prover.is_late() ? ProverEnd::kTimeUp : otherwise;
  };
  const std::uint64_t visits_before = prover.visits();
  NowAndThen now_and_then;
  const auto goes_on = [&](std::size_t positions) {
    now_and_then.call([&] {
      if (!options.observer) return;
      options.observer({.lines = positions, .visits = prover.visits() - visits_before, .elapsed = prover.elapsed()});
    });
    completion.end = stopped(ProverEnd::kDecided);
    // Once everything is proved, the walk goes on although the time is up.
    if (completion.end == ProverEnd::kTimeUp && completion.unproved) completion.end = ProverEnd::kDecided;
    return completion.end == ProverEnd::kDecided;
  };
  GuidedWalk first(prover, guide, proved, goes_on);
  auto plies = UISGE_TRY(walk_all(first));
  if (completion.end != ProverEnd::kDecided) return completion;
  Obligations obligations(prover, options, first.gaps(), proved, visits_before);
  obligations.prove();
  completion.unproved = obligations.open();
  if (!completion.unproved->empty()) {
    completion.end = stopped(ProverEnd::kNobodyWins);
    return completion;
  }
  Strategy lines = first.take_lines();
  if (!plies) {  // there were gaps, which are proved now
    GuidedWalk last(prover, guide, proved, goes_on);
    plies = UISGE_TRY(walk_all(last));
    if (completion.end != ProverEnd::kDecided) return completion;
    lines = last.take_lines();
  }
  if (plies.value() > kMaxPlies) {
    return usage_error(fmt::format("guide: its longest game takes {} plies, more than {}", *plies, kMaxPlies));
  }
  Certificate certificate{prover.rules(), position, kind, plies.value(), proved};
  certificate.strategy.merge(lines);
  if (!proved.empty()) keep_reached(prover, turns, certificate.strategy);
  completion.certificate = std::move(certificate);
  return completion;
}

}  // namespace uisge

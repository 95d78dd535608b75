#include "solver/search/proof_completion.h"

#include <fmt/format.h>

#include <algorithm>
#include <shared_mutex>
#include <unordered_set>

#include "core/notation.h"
#include "solver/search/question_schedule.h"
#include "solver/tbb_start.h"

namespace uisge {

namespace {

constexpr auto kCompletionReportInterval = std::chrono::milliseconds(200);
constexpr std::size_t kPositionsPerReport = std::size_t{1} << 12;  // about a hundred reports a second
constexpr int kVisitsShift = 3;  // each round allows 2^kVisitsShift times as many visits as the round before

// Follows the guide and the proved strategies from the claim's position to the ends of games. Collects the gaps: the
// positions in which the winner is to move and neither the guide nor a proved strategy has a move.
class GuidedWalk {
 public:
  // Calls `report` now and then with the number of the guide's positions that were met.
  GuidedWalk(const Prover& prover, const Strategy& guide, const Strategy& proved,
             std::function<void(std::size_t)> report = {})
      : prover_(prover), board_(prover.board()), guide_(guide), proved_(proved), report_(std::move(report)) {}

  // Returns the number of plies within which the side to move wins; std::nullopt if some game from `first` meets a gap:
  // a position for which neither guide nor proof has a move. Errors: those of complete(). Not recursive, since a guide
  // may have games of any length.
  Result<std::optional<int>> walk(const Position& first) {
    std::vector<Step> path;
    std::optional<int> within;
    UISGE_TRY(enter(first, path, within));
    while (!path.empty()) {
      if (Step& step = path.back(); step.next < step.turns.size()) {
        const bool is_new = UISGE_TRY(enter(step.turns[step.next++], path, within));
        if (is_new) continue;
      } else {
        within = leave(step);
        path.pop_back();
      }
      if (!path.empty()) path.back().add(within);
    }
    return within;
  }

  const std::vector<Position>& gaps() const { return gaps_; }
  Strategy take_lines() { return std::move(lines_); }

 private:
  struct State {
    bool is_finished = false;
    std::optional<int> within;
  };
  // A position of the guide, the guide's move in it, and the positions after the loser's answers to the move.
  struct Step {
    Position position;
    Move move;
    std::vector<Position> turns = {};
    std::size_t next = 0;           // the number of answers that have been followed
    std::optional<int> within = 1;  // the number of plies within which these answers lose
    void add(std::optional<int> rest) {
      within = within && rest ? std::optional(std::max(*within, *rest + 2)) : std::nullopt;
    }
  };

  // Appends a step to the path, and returns true, if the guide's move in the position is still to be followed.
  // Otherwise sets `within` to the result of walk() for this position.
  Result<bool> enter(const Position& asked, std::vector<Step>& path, std::optional<int>& within) {
    within.reset();
    if (const auto over = outcome_if_over(board_, prover_.rules(), asked)) {
      if (over != Outcome::kWin) return wrong(asked, "lets the loser off: the game is over there");
      within = 0;
      return false;
    }
    const Position position = class_image(board_, prover_.keys(), asked).position;
    if (const auto found = proved_.find(position); found != proved_.end()) {
      within = found->second.plies;
      return false;
    }
    const auto guided = guide_.find(position);
    if (guided == guide_.end()) {
      if (known_gaps_.insert(position).second) gaps_.push_back(position);
      return false;
    }
    if (const auto [visited, is_new] = states_.try_emplace(position, State{}); !is_new) {
      if (!visited->second.is_finished) return wrong(asked, "goes in a circle: its moves lead there again");
      within = visited->second.within;
      return false;
    }
    if (report_ && states_.size() % kPositionsPerReport == 0) report_(states_.size());
    Step step{position, guided->second.move};
    const MoveList moves = playable_moves(board_, prover_.rules(), position);
    if (std::find(moves.begin(), moves.end(), step.move) == moves.end()) {
      return wrong(position, fmt::format("plays {} there, which cannot be played", to_text(board_, step.move)));
    }
    const Position next = play(board_, position, step.move);
    if (const auto over = outcome_if_over(board_, prover_.rules(), next)) {
      if (over != Outcome::kLoss) return wrong(next, "lets the loser off: the game is over there");
    } else {
      for (const Move answer : playable_moves(board_, prover_.rules(), next)) {
        step.turns.push_back(play(board_, next, answer));
      }
    }
    path.push_back(std::move(step));
    return true;
  }
  std::optional<int> leave(const Step& step) {
    states_[step.position] = {true, step.within};
    if (step.within) lines_[step.position] = {step.move, *step.within};
    return step.within;
  }

  tl::unexpected<Error> wrong(const Position& position, std::string_view what) const {
    return usage_error(fmt::format("guide: {}: {}", to_text(board_, position), what));
  }

  const Prover& prover_;
  const Board& board_;
  const Strategy& guide_;
  const Strategy& proved_;
  std::function<void(std::size_t)> report_;
  std::unordered_map<Position, State, PositionHash> states_;
  std::unordered_set<Position, PositionHash> known_gaps_;
  std::vector<Position> gaps_;
  Strategy lines_;
};

// Proves wins of the side to move in the given positions. Each thread works on one position at a time.
class Obligations {
 public:
  Obligations(Prover& prover, const CompletionOptions& options, const std::vector<Position>& open, Strategy& proved)
      : prover_(prover), options_(options), proved_(proved), total_(open.size()) {
    for (const Position& position : open) open_.push_back({position, first_plies(position)});
  }

  void prove() {
    for (std::uint64_t visits = options_.first_visits; !open_.empty() && visits <= options_.most_visits && !is_over();
         visits <<= kVisitsShift) {
      ++round_;
      prove_round(visits);
    }
    if (options_.observer) options_.observer(progress());
  }

  std::vector<Position> open() const {
    std::vector<Position> positions;
    for (const Obligation& obligation : open_) positions.push_back(obligation.position);
    return positions;
  }

 private:
  using Clock = std::chrono::steady_clock;
  struct Obligation {
    Position position;
    int plies;
    bool is_done = false;
  };

  int first_plies(const Position& position) const {
    return options_.plies != 0 ? options_.plies : QuestionSchedule::generous_plies(position.pieces());
  }
  bool is_over() const { return is_refuted_ || prover_.is_cancelled() || prover_.is_late(); }

  // If there are fewer obligations than threads, several threads search the same position, and mark what they search
  // for each other (number_search.h).
  void prove_round(std::uint64_t visits) {
    const std::size_t threads = prover_.limits().threads;
    const std::vector<Obligation> first = open_;
    const std::size_t turns = std::max(first.size(), threads);
    std::atomic<std::size_t> next{0};
    const auto work = [&](std::size_t /*thread*/) {
      for (std::size_t i = next++; i < turns && !is_over(); i = next++) {
        if (i < first.size()) {
          prove_one(open_[i], visits);
        } else {
          const Obligation& helped = first[i % first.size()];
          search(helped, visits);
        }
        report_and_save();
      }
    };
    on_tbb_threads(threads, work);
    std::erase_if(open_, [](const Obligation& obligation) { return obligation.is_done; });
  }

  NumberAnswer search(const Obligation& obligation, std::uint64_t visits) {
    return prover_.mover_wins_within(obligation.position, obligation.plies, visits, [&] {
      report_and_save();
      return !is_refuted_;
    });
  }
  void prove_one(Obligation& obligation, std::uint64_t visits) {
    const bool is_known = [&] {
      const std::shared_lock lock(mutex_);
      return proved_.contains(obligation.position);
    }();
    if (is_known) return finish(obligation);
    const NumberAnswer answer = search(obligation, visits);
    if (answer.is_no_win()) {
      if (obligation.plies == kMaxSearchPlies) is_refuted_ = true;
      obligation.plies = std::min(2 * obligation.plies + 1, kMaxSearchPlies);
    }
    if (!answer.is_win()) return;
    Strategy read;
    {
      const std::shared_lock lock(mutex_);
      StrategyReader reader(prover_, proved_, {.visits = visits, .deadline = prover_.deadline()});
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

  CompletionProgress progress() {
    const std::shared_lock lock(mutex_);
    return {done_, total_, round_, proved_.size(), prover_.visits() - visits_before_, Clock::now() - begin_};
  }
  // Does nothing if another thread is reporting or saving.
  void report_and_save() {
    const std::unique_lock reporting(reporting_, std::try_to_lock);
    if (!reporting || Clock::now() < next_report_) return;
    if (options_.observer) options_.observer(progress());
    if (options_.save_when_due) {
      const std::shared_lock lock(mutex_);
      options_.save_when_due(proved_);
    }
    next_report_ = Clock::now() + kCompletionReportInterval;
  }

  Prover& prover_;
  const CompletionOptions& options_;
  const Clock::time_point begin_ = Clock::now();
  const std::uint64_t visits_before_ = prover_.visits();
  Clock::time_point next_report_ = begin_;
  std::shared_mutex mutex_;  // guards proved_
  std::mutex reporting_;     // guards next_report_; locked before mutex_
  Strategy& proved_;
  std::vector<Obligation> open_;         // positions still to be proved won; one thread at a time uses each
  std::atomic<bool> is_refuted_{false};  // whether one of them is not won within kMaxSearchPlies
  std::size_t total_;
  std::size_t round_ = 0;
  std::atomic<std::size_t> done_{0};
};

}  // namespace

Strategy guide_of(const Board& board, const KeyMaker& keys, const Strategy& moves) {
  Strategy guide;
  for (const auto& [position, line] : moves) {
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
      plies = plies && within ? std::optional(std::max(*plies, *within + before)) : std::nullopt;
    }
    return plies;
  };
  GuidedWalk first(prover, guide, proved, [&](std::size_t positions) {
    if (options.observer) options.observer({.lines = positions, .elapsed = prover.elapsed()});
  });
  auto plies = UISGE_TRY(walk_all(first));
  Obligations obligations(prover, options, first.gaps(), proved);
  obligations.prove();
  completion.unproved = obligations.open();
  if (!completion.unproved.empty()) {
    completion.end = prover.is_cancelled() ? ProverEnd::kCancelled
                     : prover.is_late()    ? ProverEnd::kTimeUp
                                           : ProverEnd::kNobodyWins;
    return completion;
  }
  Strategy lines = first.take_lines();
  if (!plies) {  // there were gaps, which are proved now
    GuidedWalk last(prover, guide, proved);
    plies = UISGE_TRY(walk_all(last));
    lines = last.take_lines();
  }
  if (plies.value() > kMaxPlies) {
    return usage_error(fmt::format("guide: its longest game takes {} plies, {} are possible", *plies, kMaxPlies));
  }
  Certificate certificate{prover.rules(), position, kind, plies.value(), proved};
  certificate.strategy.merge(lines);
  if (!proved.empty()) keep_reached(prover, turns, certificate.strategy);
  completion.certificate = std::move(certificate);
  return completion;
}

}  // namespace uisge

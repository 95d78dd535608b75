#include "solver/search/proof_shortening.h"

#include <algorithm>

#include "solver/search/helped_loop.h"
#include "solver/search/now_and_then.h"
#include "solver/search/proved_strategy.h"

namespace uisge {

namespace {

// A round is to shorten the proof by at least kLeastWanted plies, and by at most 1/kWantedShare of its plies.
constexpr int kLeastWanted = 2;
constexpr int kWantedShare = 10;
constexpr std::uint64_t kVisitsGrowth = 4;
constexpr std::uint64_t kMostVisits = std::uint64_t{1} << 60;

// The lines of a proof, some of which may be replaced by faster lines. The prover knows them as facts.
class ShortenedLines {
 public:
  ShortenedLines(Prover& prover, Strategy lines) : prover_(prover), board_(prover.board()), lines_(std::move(lines)) {
    for (const auto& [position, line] : lines_) store_facts(prover_, position, line);
  }

  std::size_t size() const { return lines_.size(); }
  Position class_of(const Position& position) const { return class_image(board_, prover_.keys(), position).position; }
  int plies(const Position& position) const { return lines_.at(position).plies; }

  // The positions of the lines that follow the line of `position`.
  std::vector<Position> next(const Position& position) const {
    return turns_after(prover_, position, lines_.at(position).move);
  }
  // Lowers the plies of the line of `position` if the lines that follow it have become faster. Returns the line's
  // plies.
  int lower_plies(const Position& position) {
    StrategyMove& line = lines_.at(position);
    const int by_next = plies_by_next(position);
    if (by_next < line.plies) {
      line.plies = by_next;
      store_facts(prover_, position, line);
    }
    return line.plies;
  }
  // Replaces the line of `position`, and other lines, by faster ones. Changes nothing if facts for this are lost and a
  // search within the budget does not find them. REQUIRES: the prover has proved that `position` is won within `plies`.
  void read_faster(const Position& position, int plies, const SearchBudget& budget) {
    StrategyReader reader(prover_, lines_, budget);
    if (!reader.read_win(position, plies)) return;
    const Strategy read = reader.take();
    for (const auto& [turn, line] : read) store_facts(prover_, turn, line);
    add_faster_lines(lines_, read);
  }

  void keep_reached(const std::vector<Position>& turns) { uisge::keep_reached(prover_, turns, lines_); }
  Strategy take() { return std::move(lines_); }

 private:
  int plies_by_next(const Position& position) const {
    if (outcome_if_over(board_, prover_.rules(), play(board_, position, lines_.at(position).move))) return 1;
    int most = 2;  // if every answer of the loser ends the game
    for (const Position& turn : next(position)) most = std::max(most, plies(turn) + 2);
    return most;
  }

  Prover& prover_;
  const Board& board_;
  Strategy lines_;
};

class Shortening {
 public:
  Shortening(Prover& prover, const ProofClaim& claim, Strategy lines, const ShorteningOptions& options)
      : prover_(prover), options_(options), lines_(prover, std::move(lines)), most_visits_(options.first_visits) {
    if (claim.kind == ClaimKind::kLoss) plies_before_ = 1;
    for (const Position& turn : winners_turns(prover.board(), prover.rules(), claim.position, claim.kind)) {
      if (!outcome_if_over(prover.board(), prover.rules(), turn)) turns_.push_back(lines_.class_of(turn));
    }
    progress_.plies = plies();
  }

  void run() {
    int wanted = plies();  // the number of plies by which the next round is to shorten the proof
    while (!is_settled() && !is_over()) {
      const int before = plies();
      wanted = std::clamp(wanted, kLeastWanted, std::max(kLeastWanted, before / kWantedShare));
      run_round(before - wanted);
      if (2 * (before - plies()) >= wanted) {
        wanted *= 2;
      } else if (wanted > kLeastWanted) {
        wanted /= 2;
      } else {
        most_visits_ = std::min(most_visits_ * kVisitsGrowth, kMostVisits);
      }
    }
  }

  // Whether the prover's tables say that there is no win in fewer plies than the proof's, or none within
  // kMaxSearchPlies.
  bool is_settled() {
    return turns_.empty() || std::any_of(turns_.begin(), turns_.end(), [&](const Position& turn) {
             const int within = lines_.plies(turn);
             const int fewer = std::min(within - 1, kMaxSearchPlies);
             return within + plies_before_ == plies() && prover_.known(turn, Attacker::kMover, fewer).is_no_win();
           });
  }
  bool is_exact() { return plies() - plies_before_ - 1 <= kMaxSearchPlies && is_settled(); }
  int plies() const {
    int most = 0;
    for (const Position& turn : turns_) most = std::max(most, lines_.plies(turn));
    return most + plies_before_;
  }
  Strategy take_lines() {
    drop_unused();
    return lines_.take();
  }

 private:
  using Clock = std::chrono::steady_clock;
  struct Critical {
    Position position;
    int wanted;  // the number of plies within which it must be won
    int found;   // the number of plies within which the prover has found it won
  };

  bool is_over() const { return prover_.is_cancelled() || prover_.is_late(); }

  // The critical positions; those at index i have lines of i plies.
  std::vector<std::vector<Critical>> critical_positions(int goal) const {
    std::vector<std::vector<Critical>> of_plies(static_cast<std::size_t>(plies()) + 1);
    std::unordered_map<Position, int, PositionHash> wanted_plies;
    const auto want = [&](const Position& turn, int wanted) {
      const int within = lines_.plies(turn);
      if (within <= wanted) return;
      const auto [entry, is_new] = wanted_plies.try_emplace(turn, wanted);
      if (is_new) of_plies[static_cast<std::size_t>(within)].push_back({turn, wanted, within});
      entry->second = std::min(entry->second, wanted);
    };
    for (const Position& turn : turns_) want(turn, goal - plies_before_);
    // Lines of more plies come first, so all lines that lead to a position have been seen before it.
    for (auto list = of_plies.rbegin(); list != of_plies.rend(); ++list) {
      for (Critical& critical : *list) {
        critical.wanted = std::max(1, wanted_plies.at(critical.position));
        for (const Position& turn : lines_.next(critical.position)) want(turn, critical.wanted - 2);
      }
    }
    return of_plies;
  }

  void run_round(int goal) {
    auto of_plies = critical_positions(goal);
    ++progress_.round;
    progress_.most_visits = most_visits_;
    progress_.total = 0;
    for (const auto& list : of_plies) progress_.total += list.size();
    done_ = 0;
    for (auto& list : of_plies) {
      if (list.empty()) continue;
      lower_plies(list);  // after an interruption too, since the lines that were found make other lines faster
      if (!is_over()) search(list);
      replace_lines(list);
    }
    if (lines_.size() > 2 * used_) drop_unused();
  }

  void lower_plies(std::vector<Critical>& list) {
    for (Critical& critical : list) critical.found = lines_.lower_plies(critical.position);
  }
  // Searches for faster wins on all threads.
  void search(std::vector<Critical>& list) {
    std::vector<std::atomic<int>> found(list.size());  // Critical::found, which owner and helpers lower
    for (std::size_t i = 0; i < list.size(); ++i) found[i] = list[i].found;
    // Asks for wins within fewer and fewer plies, until an answer is no win.
    const auto ask_on = [&](std::size_t i, const auto& ask) {
      while (found[i] > list[i].wanted && !is_over()) {
        const NumberAnswer answer = ask(std::min(found[i] - 1, kMaxSearchPlies));
        if (!answer.is_win()) return;
        for (int before = found[i]; answer.bound < before && !found[i].compare_exchange_weak(before, answer.bound);) {
        }
      }
    };
    const auto own = [&](std::size_t i, const std::atomic<bool>& is_done) {
      const SearchBudget budget{.visits = most_visits_, .deadline = prover_.deadline()};
      const auto goes_on = [&] {
        report_and_save();
        return !is_done;
      };
      ask_on(i,
             [&](int plies) { return prover_.win_within(list[i].position, Attacker::kMover, plies, budget, goes_on); });
      ++done_;
      report_and_save();
    };
    const auto help = [&](std::size_t i, const std::atomic<bool>& is_done) {
      const SearchBudget budget{.visits = most_visits_, .deadline = prover_.deadline(), .stop = &is_done};
      ask_on(i, [&](int plies) { return prover_.win_within(list[i].position, Attacker::kMover, plies, budget); });
    };
    helped_loop(list.size(), prover_.limits().threads, own, help, [&] { return is_over(); });
    for (std::size_t i = 0; i < list.size(); ++i) list[i].found = found[i];
  }
  void replace_lines(const std::vector<Critical>& list) {
    for (const Critical& critical : list) {
      if (critical.found >= lines_.plies(critical.position)) continue;
      lines_.read_faster(critical.position, critical.found, {.visits = most_visits_, .deadline = prover_.deadline()});
      report_and_save();
    }
    progress_.plies = plies();
  }
  void drop_unused() {
    lines_.keep_reached(turns_);
    used_ = lines_.size();
  }

  void report_and_save() {
    now_and_then_.call([&] {
      progress_.done = done_;
      progress_.visits = prover_.visits() - visits_before_;
      progress_.elapsed = Clock::now() - begin_;
      if (options_.observer) options_.observer(progress_);
      if (options_.save_when_due) options_.save_when_due();
    });
  }

  Prover& prover_;
  const ShorteningOptions& options_;
  ShortenedLines lines_;
  std::vector<Position> turns_;  // the first positions with the winner to move, except those in which the game is over
  int plies_before_ = 0;         // the plies from the claim's position to these
  std::uint64_t most_visits_;
  std::size_t used_ = lines_.size();  // the number of lines that could be reached when this was last counted
  const Clock::time_point begin_ = Clock::now();
  const std::uint64_t visits_before_ = prover_.visits();
  NowAndThen now_and_then_;
  ShorteningProgress progress_;  // changes while no other thread works, or in now_and_then_
  std::atomic<std::size_t> done_{0};
};

}  // namespace

Shortened shorten(Prover& prover, Certificate certificate, const ShorteningOptions& options) {
  Shortening shortening(prover, certificate, std::move(certificate.strategy), options);
  shortening.run();
  Shortened shortened{std::move(certificate), shortening.is_exact()};
  if (!shortening.is_settled()) shortened.end = prover.is_cancelled() ? ProverEnd::kCancelled : ProverEnd::kTimeUp;
  shortened.certificate.plies = std::min(shortened.certificate.plies, shortening.plies());
  shortened.certificate.strategy = shortening.take_lines();
  return shortened;
}

}  // namespace uisge

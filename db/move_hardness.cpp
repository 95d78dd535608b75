#include "db/move_hardness.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace uisge {

namespace {

// The number of positions that are looked up together (Probe::prepare).
constexpr std::size_t kBatch = 128;

// Hardness is a sum of shares. Moves of equal hardness can get sums that differ in the last bits, since the order of
// addition differs. Rounding makes such sums equal, so they do not affect the ranking of moves.
double rounded(double share) {
  constexpr double kSteps = static_cast<double>(std::uint64_t{1} << 40);
  return std::round(share * kSteps) / kSteps;
}

void sort_unique(std::vector<Position>& positions) {
  std::sort(positions.begin(), positions.end());
  positions.erase(std::unique(positions.begin(), positions.end()), positions.end());
}

std::size_t place_of(const std::vector<Position>& sorted, const Position& position) {
  return static_cast<std::size_t>(std::lower_bound(sorted.begin(), sorted.end(), position) - sorted.begin());
}

// Plays every move (a legal move or a pass) in every given position, and calls `visit(index, next, label)` for the
// position after the move.
template <class Visit>
Result<void> for_each_next(Probe& probe, const std::vector<Position>& positions, const std::atomic<bool>* cancel,
                           const Visit& visit) {
  for (std::size_t begin = 0; begin < positions.size(); begin += kBatch) {
    if (wants_stop(cancel)) return interrupted_error("hardness: interrupted");
    const std::size_t end = std::min(positions.size(), begin + kBatch);
    const std::span<const Position> batch(positions.data() + begin, end - begin);
    UISGE_TRY(probe.prepare(batch));
    for (std::size_t i = begin; i < end; ++i) {
      for (const Move move : playable_moves(probe.board(), probe.identity().rules, positions[i])) {
        const Position next = play(probe.board(), positions[i], move);
        const auto label = UISGE_TRY(probe.label(next));
        visit(i, next, label);
      }
    }
  }
  return {};
}

struct Reply {
  std::size_t to;  // the index of the position in which the reply is played
  Position after;  // the position after the reply: we are to move, and the value is a draw
};

// Returns, for each position of `ours` (we are to move), the greatest hardness among our moves that keep the draw.
Result<std::vector<double>> best_after(Probe& probe, const std::vector<Position>& ours, int plies,
                                       const std::atomic<bool>* cancel) {
  std::vector<Reply> answers;
  UISGE_TRY(for_each_next(probe, ours, cancel, [&](std::size_t index, const Position& next, Label label) {
    if (label.outcome == Outcome::kDraw) answers.push_back({index, next});
  }));
  std::vector<Position> theirs;
  for (const Reply& answer : answers) theirs.push_back(answer.after);
  sort_unique(theirs);
  const auto hardness = UISGE_TRY(hardness_of(probe, theirs, plies, cancel));
  std::vector<double> best(ours.size(), 0.0);
  for (const Reply& answer : answers) {
    best[answer.to] = std::max(best[answer.to], hardness[place_of(theirs, answer.after)].share);
  }
  return best;
}

}  // namespace

Result<std::vector<Hardness>> hardness_of(Probe& probe, const std::vector<Position>& drawn, int plies,
                                          const std::atomic<bool>* cancel) {
  assert(is_hardness_depth(plies));
  std::vector<Hardness> hardness(drawn.size());
  std::vector<Reply> kept;  // replies that do not lose
  UISGE_TRY(for_each_next(probe, drawn, cancel, [&](std::size_t index, const Position& next, Label label) {
    ++hardness[index].replies;
    if (label.outcome == Outcome::kWin) {
      ++hardness[index].losing_replies;
    } else {
      kept.push_back({index, next});
    }
  }));
  for (Hardness& one : hardness) one.share = one.losing_replies;
  if (plies > 1) {
    std::vector<Position> ours;
    for (const Reply& reply : kept) ours.push_back(reply.after);
    sort_unique(ours);
    const auto best = UISGE_TRY(best_after(probe, ours, plies - 2, cancel));
    for (const Reply& reply : kept) hardness[reply.to].share += best[place_of(ours, reply.after)];
  }
  for (Hardness& one : hardness) {
    if (one.replies > 0) one.share = rounded(one.share / one.replies);
  }
  return hardness;
}

Result<void> add_hardness(Probe& probe, const Position& position, Analysis& analysis, int plies,
                          const std::atomic<bool>* cancel) {
  if (!analysis.verdict.is_draw()) return {};
  const auto is_draw = [](const RankedMove& move) { return move.verdict.is_draw(); };
  // A drawn position has no winning moves, so the drawing moves come first in the analysis.
  const auto end = std::find_if_not(analysis.moves.begin(), analysis.moves.end(), is_draw);
  std::vector<Position> drawn;
  for (auto move = analysis.moves.begin(); move != end; ++move) {
    drawn.push_back(play(probe.board(), position, move->move));
  }
  const auto hardness = UISGE_TRY(hardness_of(probe, drawn, plies, cancel));
  for (std::size_t i = 0; i < drawn.size(); ++i) analysis.moves[i].hardness = hardness[i];
  std::stable_sort(analysis.moves.begin(), end,
                   [](const RankedMove& a, const RankedMove& b) { return a.hardness->share > b.hardness->share; });
  return {};
}

}  // namespace uisge

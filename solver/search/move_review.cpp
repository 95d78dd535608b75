#include "solver/search/move_review.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>

namespace uisge {

namespace {

// What a move may be worth: positive numbers are wins, the larger the shorter; 0 is a draw; negative numbers are
// losses.
struct WorthRange {
  int low;
  int high;
};

constexpr int worth_of_win(int plies) {
  return kUncountedPlies + 1 - plies;
}

WorthRange worth_range(const RankedMove& move) {
  const Verdict verdict = move.verdict;
  if (verdict.is_draw()) return {0, 0};
  // If neither side can force a win within these plies, a win or loss takes at least one more.
  const int fewest = !verdict.is_decided() ? verdict.plies + 1 : verdict.has_distance() ? verdict.plies : move.at_least;
  const int most = verdict.has_distance() ? verdict.plies : move.at_most;
  if (!verdict.is_decided()) return {-worth_of_win(fewest), worth_of_win(fewest)};
  if (verdict.is_win()) return {worth_of_win(most), worth_of_win(fewest)};
  return {-worth_of_win(fewest), -worth_of_win(most)};
}

int sign_of(int worth) {
  return worth > 0 ? 1 : worth < 0 ? -1 : 0;
}

bool is_certainly_better(const RankedMove& move, const RankedMove& other) {
  return worth_range(move).low > worth_range(other).high;
}

bool has_certainly_better_value(const RankedMove& move, const RankedMove& other) {
  return sign_of(worth_range(move).low) > sign_of(worth_range(other).high);
}

// Two wins, or two losses, count as equal where the source has no distances.
bool is_not_better(const RankedMove& move, const RankedMove& other) {
  const Verdict a = move.verdict;
  const Verdict b = other.verdict;
  const bool are_equal_values = a.is_win_or_loss() && a.outcome == b.outcome && !a.has_distance() && !b.has_distance();
  return are_equal_values || worth_range(move).high <= worth_range(other).low;
}

auto find_move(auto& advice, Move played) {
  const auto found =
      std::find_if(advice.begin(), advice.end(), [&](const RankedMove& move) { return move.move == played; });
  assert(found != advice.end());
  return found;
}

}  // namespace

MoveReview review_move(const std::vector<RankedMove>& advice, Move played) {
  const RankedMove& got = *find_move(advice, played);
  MoveReview review{.played = got, .best = advice.front(), .moves = advice.size()};
  const auto mark_if = [&](MoveMark mark, auto is_better_than_played) {
    if (review.mark != MoveMark::kNone) return;
    const auto better = std::find_if(advice.begin(), advice.end(),
                                     [&](const RankedMove& move) { return is_better_than_played(move, got); });
    if (better == advice.end()) return;
    review.mark = mark;
    review.best = *better;
  };
  mark_if(MoveMark::kMistake, has_certainly_better_value);
  mark_if(MoveMark::kSlow, is_certainly_better);
  const auto all_others = [&](auto holds) {
    return std::all_of(advice.begin(), advice.end(),
                       [&](const RankedMove& other) { return other.move == played || holds(other); });
  };
  review.is_judged =
      review.mark != MoveMark::kNone || all_others([&](const RankedMove& other) { return is_not_better(other, got); });
  review.is_only =
      advice.size() > 1 && all_others([&](const RankedMove& other) { return has_certainly_better_value(got, other); });
  return review;
}

int MoveReview::plies_given_away() const {
  const bool is_known = mark == MoveMark::kSlow && played.verdict.has_distance() && best.verdict.has_distance();
  return is_known ? std::abs(played.verdict.plies - best.verdict.plies) : 0;
}

bool MoveReview::may_be_mistake() const {
  const bool may_lose_win = best.verdict.is_win() && !played.verdict.is_win();
  const bool may_fall_into_loss = played.verdict.is_loss() && !best.verdict.is_loss();
  return mark == MoveMark::kNone && (may_lose_win || may_fall_into_loss);
}

void learn_from_next(std::vector<RankedMove>& advice, Move played, Verdict after) {
  const Verdict learnt = verdict_before(after);
  Verdict& known = find_move(advice, played)->verdict;
  const bool adds_value = learnt.is_decided() && !known.is_decided();
  const bool adds_distance = learnt.has_distance() && !known.has_distance() && learnt.outcome == known.outcome;
  if (!adds_value && !adds_distance) return;
  known = learnt;
  rank_moves(advice);
}

}  // namespace uisge

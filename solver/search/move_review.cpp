#include "solver/search/move_review.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>

namespace uisge {

namespace {

// Undecided moves may win too, since the search stops at the first win that it finds.
bool is_known_not_to_win(Verdict verdict) {
  return verdict.is_loss() || verdict.is_draw();
}

}  // namespace

MoveReview review_move(const std::vector<RankedMove>& advice, Move played) {
  const auto found =
      std::find_if(advice.begin(), advice.end(), [&](const RankedMove& move) { return move.move == played; });
  assert(found != advice.end());
  MoveReview review{*found, advice.front(), MoveMark::kNone, false, advice.size()};
  const Verdict best = review.best.verdict;
  const Verdict got = review.played.verdict;
  const bool loses_win = best.is_win() && !got.is_win();
  const bool falls_into_loss = got.is_loss() && !best.is_loss();
  const bool is_slow_win = got.is_win() && got.plies > best.plies;
  const bool is_quick_loss = got.is_loss() && got.plies < best.plies;
  if (loses_win || falls_into_loss) {
    review.mark = MoveMark::kMistake;
  } else if (is_slow_win || is_quick_loss) {
    review.mark = MoveMark::kSlow;
  }
  const auto gives_away = [best](Verdict other) {
    return best.is_win() ? is_known_not_to_win(other) : other.is_loss();
  };
  const auto others_that_keep = std::count_if(advice.begin(), advice.end(), [&](const RankedMove& other) {
    return other.move != played && !gives_away(other.verdict);
  });
  review.is_only = advice.size() > 1 && !best.is_loss() && others_that_keep == 0;
  return review;
}

int MoveReview::plies_given_away() const {
  return mark == MoveMark::kSlow ? std::abs(played.verdict.plies - best.verdict.plies) : 0;
}

}  // namespace uisge

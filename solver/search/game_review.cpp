#include "solver/search/game_review.h"

#include <algorithm>

namespace uisge {

void SideReview::add(const MoveReview& review) {
  ++moves;
  if (!review.is_judged) {
    ++undecided;
    return;
  }
  if (review.moves > 1) {
    ++choices;
    if (review.mark == MoveMark::kNone) ++best;
  }
  if (review.mark == MoveMark::kSlow) ++slow;
  if (review.mark == MoveMark::kMistake) ++mistakes;
  if (review.is_only) ++only;
  plies_given_away += review.plies_given_away();
  const Verdict missed = review.best.verdict;
  if (review.mark == MoveMark::kMistake && missed.is_win() && missed.has_distance()) {
    longest_win_missed = std::max<int>(longest_win_missed, missed.plies);
  }
}

}  // namespace uisge

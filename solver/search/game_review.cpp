#include "solver/search/game_review.h"

#include <algorithm>

namespace uisge {

void SideReview::add(const MoveReview& review) {
  ++moves;
  if (review.played.verdict == ProofVerdict::kUndecided && review.best.verdict == ProofVerdict::kUndecided) {
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
  const bool missed_win = review.mark == MoveMark::kMistake && review.best.verdict == ProofVerdict::kWin;
  if (missed_win && review.best.plies != kUncountedPlies) {
    longest_win_missed = std::max(longest_win_missed, review.best.plies);
  }
}

}  // namespace uisge

#include "solver/search/move_review.h"

#include <algorithm>
#include <cassert>

namespace uisge {

MoveReview review_move(const std::vector<SearchedMove>& advice, Move played) {
  const auto found = std::ranges::find(advice, played, &SearchedMove::move);
  assert(found != advice.end());
  MoveReview review{*found, advice.front(), MoveMark::kNone};
  const ProofVerdict best = review.best.verdict;
  const ProofVerdict got = review.played.verdict;
  const bool loses_win = best == ProofVerdict::kWin && got != ProofVerdict::kWin;
  const bool falls_into_loss = got == ProofVerdict::kLoss && best != ProofVerdict::kLoss;
  const bool is_slow_win = got == ProofVerdict::kWin && review.played.plies > review.best.plies;
  const bool is_quick_loss = got == ProofVerdict::kLoss && review.played.plies < review.best.plies;
  if (loses_win || falls_into_loss) {
    review.mark = MoveMark::kMistake;
  } else if (is_slow_win || is_quick_loss) {
    review.mark = MoveMark::kSlow;
  }
  return review;
}

}  // namespace uisge

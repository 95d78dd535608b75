#include "solver/search/move_review.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>

namespace uisge {

namespace {

// The search ends at the first win that it finds: what it has not decided may win too.
bool is_known_not_to_win(const SearchedMove& move) {
  return move.verdict == ProofVerdict::kLoss || move.verdict == ProofVerdict::kDraw;
}

}  // namespace

MoveReview review_move(const std::vector<SearchedMove>& advice, Move played) {
  const auto found =
      std::find_if(advice.begin(), advice.end(), [&](const SearchedMove& move) { return move.move == played; });
  assert(found != advice.end());
  MoveReview review{*found, advice.front(), MoveMark::kNone, false, advice.size()};
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
  const auto gives_away = [best](const SearchedMove& other) {
    return best == ProofVerdict::kWin ? is_known_not_to_win(other) : other.verdict == ProofVerdict::kLoss;
  };
  const auto others_that_keep = std::count_if(advice.begin(), advice.end(), [&](const SearchedMove& other) {
    return other.move != played && !gives_away(other);
  });
  review.is_only = advice.size() > 1 && best != ProofVerdict::kLoss && others_that_keep == 0;
  return review;
}

int MoveReview::plies_given_away() const {
  return mark == MoveMark::kSlow ? std::abs(played.plies - best.plies) : 0;
}

}  // namespace uisge

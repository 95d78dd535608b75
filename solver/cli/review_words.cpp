#include "solver/cli/review_words.h"

#include <fmt/format.h>

#include "solver/cli/wording.h"

namespace uisge::cli {

namespace {

std::string in_plies(int plies) {
  return plies == kUncountedPlies ? "" : fmt::format(" in {}", plies);
}

}  // namespace

std::string worth_in_words(const SearchedMove& move) {
  switch (move.verdict) {
    case ProofVerdict::kWin: return "wins" + in_plies(move.plies);
    case ProofVerdict::kLoss: return "loses" + in_plies(move.plies);
    case ProofVerdict::kDraw: return "draws";
    case ProofVerdict::kUndecided: break;
  }
  return fmt::format("nothing forced within {}", plies_in_words(move.plies));
}

std::string_view mark_text(const MoveReview& review) {
  switch (review.mark) {
    case MoveMark::kMistake: return "??";
    case MoveMark::kSlow: return "?!";
    case MoveMark::kNone: break;
  }
  return review.is_only ? "!" : "";
}

std::string judgement_text(const Board& board, const MoveReview& review) {
  std::string worth = worth_in_words(review.played);
  if (review.mark != MoveMark::kNone) {
    return fmt::format("{}; {} {}", worth, to_text(board, review.best.move), worth_in_words(review.best));
  }
  if (!review.is_only) return worth;
  const bool is_undecided = review.played.verdict == ProofVerdict::kUndecided;
  return fmt::format("{}; {}", worth, is_undecided ? "all other moves lose" : "no other move does");
}

std::string remark_text(const Board& board, const MoveReview& review) {
  const std::string_view mark = mark_text(review);
  return mark.empty() ? "" : fmt::format("{} {}", mark, judgement_text(board, review));
}

}  // namespace uisge::cli

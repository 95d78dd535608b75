#include "solver/answers/review_words.h"

#include <fmt/format.h>

#include "solver/answers/wording.h"

namespace uisge {

std::string worth_in_words(Verdict verdict) {
  if (!verdict.is_decided()) return fmt::format("nothing forced within {}", plies_in_words(verdict.plies));
  if (verdict.is_draw()) return "draws";
  const std::string value = verdict.is_win() ? "wins" : "loses";
  return verdict.has_distance() ? fmt::format("{} in {}", value, verdict.plies) : value;
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
  const std::string worth = worth_in_words(review.played.verdict);
  if (review.mark != MoveMark::kNone || review.may_be_mistake()) {
    return fmt::format("{}; {} {}", worth, to_text(board, review.best.move), worth_in_words(review.best.verdict));
  }
  return review.is_only ? worth + "; no other move does" : worth;
}

std::string remark_text(const Board& board, const MoveReview& review) {
  const std::string_view mark = mark_text(review);
  return mark.empty() ? "" : fmt::format("{} {}", mark, judgement_text(board, review));
}

}  // namespace uisge

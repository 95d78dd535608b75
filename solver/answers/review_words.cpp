#include "solver/answers/review_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "core/whole_number.h"
#include "solver/answers/wording.h"

namespace uisge {

namespace {

constexpr std::string_view kBetween = "; ";
constexpr std::string_view kOnlyMove = "no other move does";

bool take(std::string_view& text, std::string_view beginning) {
  const bool has_beginning = text.starts_with(beginning);
  if (has_beginning) text.remove_prefix(beginning.size());
  return has_beginning;
}

// Whether worth_in_words() writes this text.
bool is_worth(std::string_view text) {
  if (take(text, "nothing forced within ")) {
    const std::string_view number = text.substr(0, text.find(' '));
    return whole_number(number) && (text.ends_with(" plies") || text.ends_with(" ply")) &&
           text.find(' ') == text.rfind(' ');
  }
  if (text == "draws" || text == "wins" || text == "loses") return true;
  return (take(text, "wins in ") || take(text, "loses in ")) && whole_number(text);
}

bool is_move(std::string_view word) {
  const auto is_square = [](std::string_view square) {
    return square.size() == 2 && square[0] >= 'a' && square[0] <= 'z' && square[1] >= '1' && square[1] <= '9';
  };
  return word == "pass" || (word.size() == 4 && is_square(word.substr(0, 2)) && is_square(word.substr(2)));
}

// Whether the two texts, with a semicolon between them, are a remark as remark_text() writes it.
bool is_remark(std::string_view played, std::string_view other) {
  const bool is_marked = take(played, "?? ") || take(played, "?! ") || take(played, "! ");
  if (!is_marked || !is_worth(played)) return false;
  const std::size_t space = std::min(other.find(' '), other.size());
  return other == kOnlyMove ||
         (is_move(other.substr(0, space)) && space < other.size() && is_worth(other.substr(space + 1)));
}

}  // namespace

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
    return fmt::format("{}{}{} {}", worth, kBetween, to_text(board, review.best.move),
                       worth_in_words(review.best.verdict));
  }
  return review.is_only ? fmt::format("{}{}{}", worth, kBetween, kOnlyMove) : worth;
}

std::string remark_text(const Board& board, const MoveReview& review) {
  const std::string_view mark = mark_text(review);
  return mark.empty() ? "" : fmt::format("{} {}", mark, judgement_text(board, review));
}

std::string without_remarks(std::string_view comment) {
  std::vector<std::string_view> parts;
  for (std::size_t end = 0; end != std::string_view::npos;) {
    end = comment.find(kBetween);
    parts.push_back(comment.substr(0, end));
    if (end != std::string_view::npos) comment.remove_prefix(end + kBetween.size());
    if (parts.size() > 1 && is_remark(parts.end()[-2], parts.back())) parts.resize(parts.size() - 2);
  }
  return fmt::format("{}", fmt::join(parts, kBetween));
}

}  // namespace uisge

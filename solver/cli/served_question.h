// The position that a request of the explorer asks about, as parameters or as members of a JSON object.
//
// Pure values and functions. Errors are usage errors that name what is wrong.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/moves.h"
#include "core/position.h"
#include "core/rules.h"
#include "explorer/request_parameters.h"
#include "solver/cli/json.h"

namespace uisge::cli {

// A position and the rules under which it is asked about, as the texts of a request say it.
struct Question {
  RuleSet rules;
  Position start;           // before the moves
  std::vector<Move> moves;  // to be played first

  Position position() const;  // after them
};

struct QuestionTexts {
  std::string position = "start";
  std::string moves;
  std::string board = "7x6";
  std::string pieces = "6";
  std::string stuck = "loses";
  bool diagonal_jumps = false;
};
Result<Question> read_question(const QuestionTexts& texts);

// The parameters of a question, and with those that a request has besides.
inline constexpr std::array<std::string_view, 6> kQuestionParameters{"position", "moves", "board",
                                                                     "pieces",   "stuck", "diagonal_jumps"};

template <std::size_t kMore>
auto question_and(const std::array<std::string_view, kMore>& more) {
  std::array<std::string_view, kQuestionParameters.size() + kMore> all{};
  std::copy(more.begin(), more.end(), std::copy(kQuestionParameters.begin(), kQuestionParameters.end(), all.begin()));
  return all;
}

// The parameters that are there, and defaults for the others.
Result<Question> read_question(const explorer::RequestParameters& parameters);

// A request's object. A member that is not `known` is refused.
Result<Json> parse_json_object(const std::string& body, std::span<const std::string_view> known);

// The members `position`, `moves`, `stuck` and `diagonal_jumps` that are there, and defaults for the others.
Result<QuestionTexts> read_question_texts(const Json& object);

}  // namespace uisge::cli

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
#include "solver/answers/json.h"

namespace uisge {

// The position that a request asks about, and the rules.
struct Question {
  RuleSet rules;
  Position start;           // the position before the moves
  std::vector<Move> moves;  // the moves to play first

  Position position() const;  // the position after the moves
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

// The names of a question's parameters; a request may have further parameters.
inline constexpr std::array<std::string_view, 6> kQuestionParameters{"position", "moves", "board",
                                                                     "pieces",   "stuck", "diagonal_jumps"};

template <std::size_t kMore>
auto question_and(const std::array<std::string_view, kMore>& more) {
  std::array<std::string_view, kQuestionParameters.size() + kMore> all{};
  std::copy(more.begin(), more.end(), std::copy(kQuestionParameters.begin(), kQuestionParameters.end(), all.begin()));
  return all;
}

// Reads the parameters that are given, and uses defaults for all other parameters.
Result<Question> read_question(const explorer::RequestParameters& parameters);

// Parses a request's body. Refuses members that are not in `known`.
Result<Json> parse_json_object(const std::string& body, std::span<const std::string_view> known);

// Reads the members `position`, `moves`, `stuck` and `diagonal_jumps`, with defaults for missing members.
Result<QuestionTexts> read_question_texts(const Json& object);

}  // namespace uisge

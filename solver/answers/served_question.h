// Reads the position that a request of docs/api.md asks about, from URL parameters or from members of a JSON object.
//
// All functions are pure. All errors are usage errors that name the wrong parameter or member.
#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/moves.h"
#include "core/position.h"
#include "core/rules.h"
#include "explorer/request_parameters.h"
#include "solver/answers/json.h"
#include "solver/search/move_choice.h"

namespace uisge {

struct Question {
  RuleSet rules;
  Position start;           // before the moves
  std::vector<Move> moves;  // played from `start`; they lead to the position in question

  Position position() const;  // after the moves
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

// For a missing parameter, uses the default value of the member of QuestionTexts.
Result<Question> read_question(const explorer::RequestParameters& parameters);

struct QueryAndQuestion {
  explorer::RequestParameters parameters;
  Question question;
  // The values of three parameters that some requests take; read_query() refuses values that api.md does not allow.
  bool line = true;
  int hardness = 1;
  int level = kStrongestLevel;
};
// Reads a request's query. Refuses parameters that belong neither to a question nor to `more`.
Result<QueryAndQuestion> read_query(const std::string& query, std::initializer_list<std::string_view> more = {});

// Parses a request's body. Refuses a body with a member that is not in `known`.
Result<Json> parse_json_object(const std::string& body, std::span<const std::string_view> known);

// Reads the members `position`, `moves`, `stuck` and `diagonal_jumps`. Missing members have their default values.
Result<QuestionTexts> read_question_texts(const Json& object);

}  // namespace uisge

// The position that a request of the explorer asks about, as parameters or as members of a JSON object.
//
// Pure values and functions. Errors are usage errors that name what is wrong.
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

// Reads the parameters that are given, and uses defaults for all other parameters.
Result<Question> read_question(const explorer::RequestParameters& parameters);

struct Asked {
  explorer::RequestParameters parameters;
  Question question;
};
// Reads the query of a request that may have all parameters of a question, and `more`.
Result<Asked> read_asked(const std::string& query, std::initializer_list<std::string_view> more = {});

// Parses a request's body. Refuses members that are not in `known`.
Result<Json> parse_json_object(const std::string& body, std::span<const std::string_view> known);

// Reads the members `position`, `moves`, `stuck` and `diagonal_jumps`, with defaults for missing members.
Result<QuestionTexts> read_question_texts(const Json& object);

}  // namespace uisge

// Says why a move is not possible, or why a piece has no move: docs/api.md, /api/why.
#pragma once

#include "solver/answers/json.h"
#include "solver/answers/served_question.h"

namespace uisge {

// `text` is a move, such as "d2d4", or the square of a piece, such as "d2". Errors: usage if `text` is neither.
Result<Json> reason_json(const Question& question, const std::string& text);

}  // namespace uisge

// Says why a move is not possible, or why a piece has no move: docs/api.md, /api/why.
#pragma once

#include "solver/cli/json.h"
#include "solver/cli/served_question.h"

namespace uisge::cli {

// `text` is a move, "d2d4", or the square of a piece, "d2". Errors: usage if it is neither.
Result<Json> reason_json(const Question& question, const std::string& text);

}  // namespace uisge::cli

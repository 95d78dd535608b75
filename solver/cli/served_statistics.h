// Statistics of a whole file for `uisge serve`: docs/api.md, /api/statistics.
#pragma once

#include "solver/cli/json.h"
#include "solver/cli/served_answers.h"

namespace uisge::cli {

// Reads a database once for the numbers that its statistics lack, and remembers them. Errors: those of reading;
// kInterrupted once `given_up` is set.
Result<Json> statistics_json(ServedAnswers& answers, ServedFile& file, const std::atomic<bool>& given_up);

}  // namespace uisge::cli

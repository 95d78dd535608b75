// What `uisge serve` tells about a whole file: docs/api.md, /api/statistics.
#pragma once

#include "solver/cli/json.h"
#include "solver/cli/served_answers.h"

namespace uisge::cli {

// Reads a database once for what its statistics do not hold, and remembers that. Errors: those of reading;
// kInterrupted once `given_up` is set.
Result<Json> statistics_json(ServedAnswers& answers, ServedFile& file, const std::atomic<bool>& given_up);

}  // namespace uisge::cli

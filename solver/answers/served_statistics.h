// The answers of `uisge serve` that need a whole file: /api/statistics and /api/puzzles (docs/api.md).
#pragma once

#include "solver/answers/json.h"
#include "solver/answers/served_answers.h"

namespace uisge {

// For a database, the first call reads the whole file for the counts that the header lacks, and keeps them in `file`.
// Errors: kUsage if the file has no statistics (a proof, or a list of noted positions); read errors; kInterrupted once
// `given_up` is set.
Result<Json> statistics_json(ServedAnswers& answers, ServedFile& file, const std::atomic<bool>& given_up);

// The answer to a request for puzzles of a level (from 1) with a seed. Errors: kUsage if the file is no database with
// distances, or is too large to be searched; read errors; kInterrupted once `given_up` is set.
Result<Json> puzzles_json(ServedAnswers& answers, ServedFile& file, std::size_t level, std::uint64_t seed,
                          const std::atomic<bool>& given_up);

}  // namespace uisge

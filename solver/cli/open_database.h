// Opens the files that commands need. If a file is of another kind that this program writes, the error names that kind
// and a command that takes such a file.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "db/database.h"
#include "solver/answers/answer_file.h"

namespace uisge::cli {

// For commands that need a complete database.
Result<Database> open_database(const std::string& path);
// For commands that ask any file that can answer.
Result<std::unique_ptr<AnswerFile>> open_answer_file(const std::string& path, std::size_t cache_bytes,
                                                     std::size_t threads);

}  // namespace uisge::cli

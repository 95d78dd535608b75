// Opens the files that commands need. If the program itself wrote the file, but the file is not of the kind that the
// command needs, the error names the file's kind and a command that takes such a file.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "db/database.h"
#include "solver/answers/answer_file.h"
#include "solver/checkpoint/ply_log_reader.h"

namespace uisge::cli {

// Opens a complete database.
Result<Database> open_database(const std::string& path);
// Opens a file of any kind that has verdicts of positions (AnswerFileKind).
Result<std::unique_ptr<AnswerFile>> open_answer_file(const std::string& path, std::size_t cache_bytes,
                                                     std::size_t threads);

// The error for a file that was found by its name, but holds another game: `held`.
tl::unexpected<Error> misnamed_file(const std::string& path, const DatabaseIdentity& held);

// The command that goes on with a checkpoint, in quotes: "'uisge solve --board 4x4 --pieces 3 --stuck loses --resume
// --out x.uisge'".
std::string resuming_in_words(const PlyLogReader& log);

}  // namespace uisge::cli

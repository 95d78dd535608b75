// The results of an unfinished solve so far, as text and JSON.
#pragma once

#include <string>

#include "core/error.h"
#include "solver/cli/json.h"
#include "solver/cli/output.h"

namespace uisge::cli {

// The fields of a database's JSON, null if not known yet, and also "complete", "decided_plies" and "undecided".
Result<Json> checkpoint_json(const std::string& path);

// `uisge info` of a checkpoint.
Result<void> print_checkpoint(const std::string& path, bool histogram, Output& output);

// For a database that cannot be opened: names the checkpoint beside it if there is one.
Error with_checkpoint_named(Error error, const std::string& database_path);

}  // namespace uisge::cli

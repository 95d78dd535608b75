// The output of `uisge info` and `uisge check` for a plane file (docs/formats/plane.md).
#pragma once

#include <string>

#include "core/error.h"
#include "solver/cli/json.h"
#include "solver/cli/output.h"

namespace uisge::cli {

// The object that `uisge info --json` prints and the server sends.
Result<Json> plane_json(const std::string& path);

// Prints board, rules and size.
Result<void> print_plane(const std::string& path, Output& output);

// Reads every tile. Errors: kBadFile names the damaged tiles, which the next solve would replace by zeros.
Result<void> check_plane(const std::string& path, Output& output);

}  // namespace uisge::cli

// Opens databases for commands that need a complete database.
#pragma once

#include <string>

#include "db/database.h"

namespace uisge::cli {

// If the file is of another kind that this program writes, the error names that kind and a command that takes such a
// file.
Result<Database> open_database(const std::string& path);

}  // namespace uisge::cli

// Opening a database for commands that need a complete one.
#pragma once

#include <string>

#include "db/database.h"

namespace uisge::cli {

// For a file of an unfinished solve, the error says what the file is, and how to make a database from it.
Result<Database> open_database(const std::string& path);

}  // namespace uisge::cli

// Opening a database for commands that need a complete one.
#pragma once

#include <string>

#include "db/database.h"

namespace uisge::cli {

// An error about a file of an unfinished solve says what it is, and what makes a database of it.
Result<Database> open_database(const std::string& path);

}  // namespace uisge::cli

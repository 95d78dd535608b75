// Opening a database for commands that need a complete one.
#pragma once

#include <string>

#include "db/database.h"

namespace uisge::cli {

// For another file of ours, the error says what it is and which command takes it.
Result<Database> open_database(const std::string& path);

}  // namespace uisge::cli

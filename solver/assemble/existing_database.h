// The database that already has the name of a solve's output.
#pragma once

#include <optional>
#include <string>

#include "db/database.h"

namespace uisge {

// Returns std::nullopt if no file has the name `path`, or if that file is a damaged database and the solve replaces it
// (`is_replaced`). Errors: kUsage if the file must not be replaced, because it is not a database of the same game and
// kind (with or without distances); otherwise those of Database::open().
Result<std::optional<Database>> existing_database(const std::string& path, const DatabaseIdentity& identity,
                                                  bool has_distances, bool is_replaced);

}  // namespace uisge

// The database that already has the name of a solve's output.
#pragma once

#include <optional>
#include <string>

#include "db/database.h"

namespace uisge {

// std::nullopt if no file has the name `path`. Returns a usage error if the file must not be replaced, because it is
// not a database of the same game and kind (with or without distances).
Result<std::optional<Database>> existing_database(const std::string& path, const DatabaseIdentity& identity,
                                                  bool has_distances);

}  // namespace uisge

// The database that is already under the name that a solve is to write.
#pragma once

#include <optional>
#include <string>

#include "db/database.h"

namespace uisge {

// None if there is no such file. A usage error if the file is anything but a database of the same game, with or without
// distances as asked: it may not be replaced.
Result<std::optional<Database>> existing_database(const std::string& path, const DatabaseIdentity& identity,
                                                  bool has_distances);

}  // namespace uisge

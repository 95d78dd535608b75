// The placements of a board, for readers of files that refer to placements by number and do not list them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/square_set.h"
#include "db/format.h"

namespace uisge {

// All canonical placements, ascending; takes a second for the real game. Errors begin with `path`: resource if memory
// cannot hold the placements (a file of a few bytes can name any board), kBadFile if `count` is not the number of
// placements.
Result<std::vector<SquareSet>> file_placements(const std::string& path, const DatabaseIdentity& identity,
                                               std::uint64_t count);

}  // namespace uisge

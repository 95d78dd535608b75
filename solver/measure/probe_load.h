// Questions to a database: random positions, the same in every run.
#pragma once

#include <cstddef>
#include <vector>

#include "db/database.h"

namespace uisge {

// Random live positions, with repetitions. REQUIRES: the database has live positions.
std::vector<Position> random_positions(const Database& database, std::size_t count);

}  // namespace uisge

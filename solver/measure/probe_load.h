// Random positions, to measure how long look-ups in a database take.
#pragma once

#include <cstddef>
#include <vector>

#include "db/database.h"

namespace uisge {

// Random live positions, with repetitions; the same in every run. REQUIRES: the database has live positions.
std::vector<Position> random_positions(const Database& database, std::size_t count);

}  // namespace uisge

// The threads for work that db/ describes with a Parallel (verification, comparison): OpenMP, indices on demand.
#pragma once

#include "db/parallel.h"

namespace uisge {

// REQUIRES: threads >= 1. What a body throws ends the work, and for_each throws it.
Parallel openmp_parallel(std::size_t threads);

}  // namespace uisge

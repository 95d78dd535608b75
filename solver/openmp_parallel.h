// Makes a Parallel (db/parallel.h) that runs on OpenMP's threads.
#pragma once

#include "db/parallel.h"

namespace uisge {

// REQUIRES: threads >= 1. An exception of a body ends the work, and for_each throws it.
Parallel openmp_parallel(std::size_t threads);

}  // namespace uisge

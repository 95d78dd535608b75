// Makes a Parallel (db/parallel.h) that runs on OpenMP's threads.
#pragma once

#include "db/parallel.h"

namespace uisge {

// If a body throws an exception, the work ends, and for_each throws the exception. REQUIRES: threads >= 1.
Parallel openmp_parallel(std::size_t threads);

}  // namespace uisge

#include "solver/openmp_parallel.h"

#include <omp.h>

namespace uisge {

Parallel openmp_parallel(int threads) {
  const auto for_each = [threads](std::size_t count, const Parallel::Body& body) {
#pragma omp parallel for schedule(dynamic) num_threads(threads)
    for (std::size_t i = 0; i < count; ++i) body(omp_get_thread_num(), i);
  };
  return {threads, for_each};
}

}  // namespace uisge

#include "solver/openmp_parallel.h"

#include "solver/parallel_loop.h"

namespace uisge {

Parallel openmp_parallel(std::size_t threads) {
  return {threads, [threads](std::size_t count, const Parallel::Body& body) {
            parallel_for_each({count, threads}, body);
          }};
}

}  // namespace uisge

#include "solver/openmp_parallel.h"

#include "solver/parallel_loop.h"

namespace uisge {

Parallel openmp_parallel(int threads) {
  const auto for_each = [threads](std::size_t count, const Parallel::Body& body) {
    const auto one = [&](int worker, std::size_t i) {
      body(worker, i);
      return true;
    };
    parallel_loop(
        {count, threads}, [](int thread) { return thread; }, one);
  };
  return {threads, for_each};
}

}  // namespace uisge

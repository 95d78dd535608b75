#include "solver/openmp_parallel.h"

#include "solver/parallel_loop.h"

namespace uisge {

Parallel openmp_parallel(std::size_t threads) {
  const auto for_each = [threads](std::size_t count, const Parallel::Body& body) {
    const auto one = [&](std::size_t worker, std::size_t i) {
      body(worker, i);
      return true;
    };
    parallel_loop(
        {count, threads}, [](std::size_t thread) { return thread; }, one);
  };
  return {threads, for_each};
}

}  // namespace uisge

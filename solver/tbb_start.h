// Starts TBB so that a lack of memory throws an exception instead of hanging the process.
//
// TBB initialises itself on first use. If memory runs out during the initialisation, the next call of TBB never
// returns, even in a destructor. So call start_tbb() before you make a TBB object whose destructor calls TBB.
#pragma once

#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <atomic>
#include <cstddef>

#include "db/parallel.h"

namespace uisge {

// Throws std::bad_alloc if memory runs out; after that, TBB must not be called again. Costs next to nothing if TBB is
// initialised already. Thread-safe.
inline void start_tbb() {
  tbb::task_arena(1).initialize();
}

// Gives TBB the wanted number of threads, even if there are fewer processors. Without this object, TBB would start only
// as many threads as there are processors, and print a warning on standard error. REQUIRES: 1 <= threads <= INT_MAX.
// Throws std::bad_alloc.
class TbbThreads {
 public:
  explicit TbbThreads(std::size_t threads) : parallelism_(allow(threads)), arena_(static_cast<int>(threads)) {}

  // Runs body() and returns its result. The TBB algorithms that body() calls use these threads.
  template <class Body>
  auto execute(const Body& body) {
    return arena_.execute(body);
  }

 private:
  static tbb::global_control allow(std::size_t threads) {
    start_tbb();
    return {tbb::global_control::max_allowed_parallelism, threads};
  }

  tbb::global_control parallelism_;
  tbb::task_arena arena_;
};

// Calls work(i) for every i < threads, each on a thread of its own if TBB can start that many. If `threads` is 1, TBB
// is not used. Use this function if work(i) needs a deep stack, or if one call may end the work of the others. To loop
// over many indices, use parallel_loop.h.
template <class Work>
void on_tbb_threads(std::size_t threads, const Work& work) {
  if (threads == 1) return work(std::size_t{0});
  TbbThreads(threads).execute([&] { tbb::parallel_for(std::size_t{0}, threads, work, tbb::simple_partitioner()); });
}

// As above, but if a call throws, stop_others() is called, which must make the other calls return soon: TBB waits for
// them before it passes the exception on.
template <class Work, class StopOthers>
void on_tbb_threads(std::size_t threads, const Work& work, const StopOthers& stop_others) {
  on_tbb_threads(threads, [&](std::size_t i) {
    try {
      work(i);
    } catch (...) {
      stop_others();
      throw;
    }
  });
}

// A Parallel (db/parallel.h) for code that must not use OpenMP. If a body throws, no further body begins.
inline Parallel tbb_parallel(std::size_t threads) {
  return {threads, [threads](std::size_t count, const Parallel::Body& body) {
            std::atomic<std::size_t> next{0};
            const auto work = [&](std::size_t thread) {
              for (std::size_t i = next++; i < count; i = next++) body(thread, i);
            };
            on_tbb_threads(threads, work, [&] { next = count; });
          }};
}

}  // namespace uisge

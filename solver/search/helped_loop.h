// A parallel loop over searches of very different lengths. Threads that find no search left help with the unfinished
// ones, so that no thread waits for a long search of another.
#pragma once

#include <atomic>
#include <cstddef>
#include <vector>

#include "solver/tbb_start.h"

namespace uisge {

// Calls own(i) once for every i < count, on `threads` threads, but begins no more calls after is_over() has returned
// true. A thread that finds no further i calls help(i, is_done) for numbers i whose own(i) has not returned. is_done is
// set when own(i) returns; help() must then return soon, and may return earlier.
template <class Own, class Help, class IsOver>
void helped_loop(std::size_t count, std::size_t threads, const Own& own, const Help& help, const IsOver& is_over) {
  std::atomic<std::size_t> next{0};
  std::vector<std::atomic<bool>> is_done(count);
  const auto work = [&](std::size_t thread) {
    for (std::size_t i = next++; i < count && !is_over(); i = next++) {
      own(i);
      is_done[i] = true;
    }
    // Each helper begins elsewhere, so that not all help with the same search.
    std::size_t i = thread;
    for (std::size_t seen = 0; seen < count && !is_over(); ++seen, ++i) {
      if (is_done[i % count]) continue;
      help(i % count, is_done[i % count]);
      seen = 0;
    }
  };
  on_tbb_threads(threads, work);
}

}  // namespace uisge

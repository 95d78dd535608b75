// A parallel loop over searches of very different lengths. Threads that find no search left help once with each
// unfinished one, which makes long searches end sooner.
#pragma once

#include <atomic>
#include <cstddef>
#include <vector>

#include "solver/tbb_start.h"

namespace uisge {

// Calls own(i, is_done) once for every i < count, on `threads` threads, but begins no more calls after is_over() has
// returned true. A thread that finds no further i calls help(i, is_done) once for each i whose own() has not ended.
// is_done is set when own() of this i ends, or when any call throws. A call that sees it must return soon; help() may
// return earlier. An exception first stops all threads from beginning further calls, and then sets is_done.
template <class Own, class Help, class IsOver>
void helped_loop(std::size_t count, std::size_t threads, const Own& own, const Help& help, const IsOver& is_over) {
  std::atomic<std::size_t> next{0};
  std::vector<std::atomic<bool>> is_done(count);
  std::atomic<bool> has_failed{false};
  const auto work = [&](std::size_t thread) {
    for (std::size_t i = next++; i < count && !has_failed && !is_over(); i = next++) {
      own(i, is_done[i]);
      is_done[i] = true;
    }
    std::vector<std::size_t> unfinished;
    for (std::size_t i = 0; i < count; ++i) {
      if (!is_done[i]) unfinished.push_back(i);
    }
    // Helpers begin at different places of the list.
    for (std::size_t k = 0; k < unfinished.size() && !has_failed && !is_over(); ++k) {
      const std::size_t i = unfinished[(thread + k) % unfinished.size()];
      if (!is_done[i]) help(i, is_done[i]);
    }
  };
  on_tbb_threads(threads, work, [&] {
    has_failed = true;
    for (auto& done : is_done) done = true;
  });
}

}  // namespace uisge

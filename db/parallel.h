// Lets work run on several threads if the caller provides them.
//
// Code in db/ starts no threads of its own. The code passes its work as a function, the body. The caller's threads call
// the body once for each index. The number of the worker tells the body which scratch memory to use. placement_loop.h
// adds error handling, progress reports and cancellation.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>

namespace uisge {

struct Parallel {
  using Body = std::function<void(std::size_t worker, std::size_t index)>;

  std::size_t workers = 1;  // worker numbers are less than `workers`
  // Calls body(worker, i) for every i < count. Calls with the same worker number never overlap. Indices are handed out
  // in ascending order, so that neighbours are processed at about the same time.
  std::function<void(std::size_t count, const Body& body)> for_each = [](std::size_t count, const Body& body) {
    for (std::size_t i = 0; i < count; ++i) body(0, i);
  };
};

// Whether the caller has set the flag that stops long work. If `cancel` is null, the work is never stopped.
inline bool wants_stop(const std::atomic<bool>* cancel) {
  return cancel != nullptr && cancel->load(std::memory_order_relaxed);
}

}  // namespace uisge

// The parallel loops of the solver: the threads of OpenMP take indices on demand.
//
// An exception must not leave an OpenMP construct, but any thread can throw std::bad_alloc. If a body throws, the loop
// ends on all threads and throws the exception to the caller. Loops do not nest: a body must not start one.
#pragma once

#include <omp.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>

#include "core/error.h"
#include "db/parallel.h"

namespace uisge {

// Calls body(thread) once on each of `threads` threads, numbered from 0; thread 0 is the caller's. If bodies throw, the
// call waits for all bodies and rethrows one of the exceptions.
template <class Body>
void on_threads(std::size_t threads, const Body& body) {
  std::exception_ptr failure;
  std::mutex mutex;
#pragma omp parallel num_threads(threads)
  try {
    body(static_cast<std::size_t>(omp_get_thread_num()));
  } catch (...) {
    const std::lock_guard lock(mutex);
    failure = std::current_exception();
  }
  if (failure) std::rethrow_exception(failure);
}

struct LoopSize {
  std::size_t count;
  std::size_t threads;      // at least 1
  std::size_t at_once = 1;  // the number of indices that a thread takes at a time; choose more if a body is short
};

// Calls body(worker, i) for every i < count, in ascending order on each thread. At the start each thread makes its
// worker by make(thread), which may return a reference. At the end the threads pass their workers to finish(worker),
// one thread at a time. If a body returns false, no further body begins, and the loop returns false.
template <class Make, class Body, class Finish>
bool parallel_loop(const LoopSize& size, const Make& make, const Body& body, const Finish& finish) {
  std::atomic<std::size_t> next{0};
  std::atomic<bool> stop{false};
  std::mutex mutex;
  on_threads(size.threads, [&](std::size_t thread) {
    try {
      decltype(auto) worker = make(thread);
      for (;;) {
        const std::size_t begin = next.fetch_add(size.at_once, std::memory_order_relaxed);
        if (begin >= size.count) break;
        const std::size_t end = std::min(size.count, begin + size.at_once);
        for (std::size_t i = begin; i < end && !stop.load(std::memory_order_relaxed); ++i) {
          if (!body(worker, i)) stop = true;
        }
        if (stop.load(std::memory_order_relaxed)) break;
      }
      const std::lock_guard lock(mutex);
      finish(worker);
    } catch (...) {
      stop = true;
      throw;
    }
  });
  return !stop;
}
template <class Make, class Body>
bool parallel_loop(const LoopSize& size, const Make& make, const Body& body) {
  return parallel_loop(size, make, body, [](const auto& /*worker*/) {});
}

// Calls body(thread, i), which returns nothing, for every i < count, as the loop above does. Once `cancel` is set, no
// further body begins, and the loop returns false.
template <class Body>
bool parallel_for_each(const LoopSize& size, const Body& body, const std::atomic<bool>* cancel = nullptr) {
  const auto unless_cancelled = [&](std::size_t thread, std::size_t i) {
    if (wants_stop(cancel)) return false;
    body(thread, i);
    return true;
  };
  return parallel_loop(
      size, [](std::size_t thread) { return thread; }, unless_cancelled);
}

// Like parallel_loop, for a body(worker, i) that returns a Result<void>. The first error stops the loop and is
// returned.
template <class Make, class Body, class Finish>
Result<void> parallel_result_loop(const LoopSize& size, const Make& make, const Body& body, const Finish& finish) {
  std::mutex mutex;
  Result<void> result;
  const auto body_or_stop = [&](auto& worker, std::size_t i) {
    const Result<void> done = body(worker, i);
    if (done) return true;
    const std::lock_guard lock(mutex);
    if (result) result = done;
    return false;
  };
  parallel_loop(size, make, body_or_stop, finish);
  return result;
}
template <class Make, class Body>
Result<void> parallel_result_loop(const LoopSize& size, const Make& make, const Body& body) {
  return parallel_result_loop(size, make, body, [](const auto& /*worker*/) {});
}

}  // namespace uisge

// Tools that the library's long calls share: callbacks that may stop the work, and the choice of the number of threads.
#pragma once

#include <tbb/task_arena.h>

#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>

#include "db/parallel.h"
#include "solver/granted_threads.h"

namespace uisge::bindings {

// Stops the engine when the caller asks for it or when a callback throws. Call rethrow() when the work has ended: it
// throws the callback's exception again, if there was one.
class Callbacks {
 public:
  explicit Callbacks(const std::atomic<bool>* cancel) : cancel_(cancel) {}

  const std::atomic<bool>& stop() const { return stop_; }

  // Calls `callback`, from one thread at a time. Once a callback has thrown, no further callback is called. The engine
  // looks only at stop(). So call() sets stop() if the callback throws, or if the caller's flag `cancel` is set.
  template <class Callback>
  void call(const Callback& callback) {
    const std::lock_guard lock(mutex_);
    if (failure_ != nullptr) return;
    try {
      callback();
    } catch (...) {
      failure_ = std::current_exception();
    }
    if (failure_ != nullptr || wants_stop(cancel_)) stop_ = true;
  }

  void rethrow() const {
    if (failure_ != nullptr) std::rethrow_exception(failure_);
  }

 private:
  const std::atomic<bool>* cancel_;
  std::atomic<bool> stop_{false};
  std::mutex mutex_;
  std::exception_ptr failure_;
};

// The threads of a call that may use `wanted` threads, or all processors that this process may use if `wanted` is 0;
// fewer if the system refuses some. A forked child gets one thread if its parent has used more. Unless the system has
// refused a thread, other calls of the same process may use more threads meanwhile. Throws Error (kUsage) if the number
// is out of range.
GrantedThreads granted_threads(int wanted);

// An arena that holds TBB to the threads of a call where the engine sets no number. The arena of one thread runs all
// work in the caller, so a forked child can use it.
tbb::task_arena arena_of(const GrantedThreads& threads);

}  // namespace uisge::bindings

namespace uisge::v1 {
using bindings::arena_of;
using bindings::Callbacks;
using bindings::granted_threads;
}  // namespace uisge::v1

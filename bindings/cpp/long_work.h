// What the library's long calls share: callbacks that may stop the work, and how many threads it takes.
#pragma once

#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>

namespace uisge::bindings {

// Stops work when the caller says so, and when a callback throws; the exception waits here for the end of the work.
class Callbacks {
 public:
  explicit Callbacks(const std::atomic<bool>* cancel) : cancel_(cancel) {}

  const std::atomic<bool>& stop() const { return stop_; }

  // Calls `callback`, one at a time. The engine polls one flag, so the caller's is looked at here too.
  template <class Callback>
  void call(const Callback& callback) {
    const std::lock_guard lock(mutex_);
    if (failure_ != nullptr) return;
    try {
      callback();
    } catch (...) {
      failure_ = std::current_exception();
    }
    if (failure_ != nullptr || (cancel_ != nullptr && cancel_->load())) stop_ = true;
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

// An upper limit becomes what this process can use; 0 is no limit. Throws Error (usage) if it is out of range.
std::size_t thread_count(int wanted);

}  // namespace uisge::bindings

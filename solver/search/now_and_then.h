// Lets several threads report progress and save, some times a second, from one thread at a time.
#pragma once

#include <chrono>
#include <mutex>

namespace uisge {

class NowAndThen {
 public:
  // Calls body() unless another thread is in a call or the last call ended less than a fifth of a second ago.
  // Thread-safe.
  template <class Body>
  void call(const Body& body) {
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock || Clock::now() < next_) return;
    body();
    next_ = Clock::now() + std::chrono::milliseconds(200);
  }

 private:
  using Clock = std::chrono::steady_clock;
  std::mutex mutex_;
  Clock::time_point next_ = Clock::now();
};

}  // namespace uisge

// For objects that belong to one thread at a time: a second thread that comes while the first is in is refused.
#pragma once

#include <atomic>
#include <string>

#include "uisge/error.h"

namespace uisge::bindings {

class InUse {
 public:
  // REQUIRES: `is_used` lives longer than this. Throws if another thread is in.
  InUse(std::atomic<bool>& is_used, const char* thing) : is_used_(is_used) {
    if (is_used_.exchange(true, std::memory_order_acquire)) {
      throw v1::Error(v1::ErrorKind::kUsage,
                      std::string(thing) + ": another thread is using it; make one for each thread");
    }
  }
  ~InUse() { is_used_.store(false, std::memory_order_release); }
  InUse(const InUse&) = delete;
  InUse& operator=(const InUse&) = delete;

 private:
  std::atomic<bool>& is_used_;
};

}  // namespace uisge::bindings

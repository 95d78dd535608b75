// Detects the use of an object that was moved from, and the use of an object by two threads at a time.
#pragma once

#include <atomic>
#include <string>

#include "uisge/error.h"

namespace uisge::bindings {

// Returns the object that the pointer holds. Throws if the pointer is empty, since the object with the pointer was
// moved from.
template <class Pointer>
auto& alive(const Pointer& pointer, const char* thing) {
  if (pointer == nullptr) {
    throw v1::Error(v1::ErrorKind::kUsage, std::string(thing) + ": it was moved to another object");
  }
  return *pointer;
}

class InUse {
 public:
  // Throws if another thread uses the object. REQUIRES: `is_used` outlives this object.
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

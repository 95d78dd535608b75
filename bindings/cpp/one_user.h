// Detects the use of an object that was moved from, and the use of an object by two threads at a time.
#pragma once

#include <atomic>
#include <memory>
#include <string>

#include "uisge/error.h"

namespace uisge::bindings {

// Returns the object that the pointer holds. Throws Error (kUsage) if the pointer is empty, which means that its owner
// was moved from.
template <class Pointer>
auto& alive(const Pointer& pointer, const char* thing) {
  if (pointer == nullptr) {
    throw v1::Error(v1::ErrorKind::kUsage, std::string(thing) + ": it was moved to another object");
  }
  return *pointer;
}

// While an InUse lives, nobody else may use the object to which the pointer points.
template <class Impl>
class InUse {
 public:
  // Throws Error (kUsage) if the pointer is empty, or if another InUse of the object lives. REQUIRES: the object
  // outlives this InUse.
  InUse(const std::unique_ptr<Impl>& pointer, const char* thing) : impl_(alive(pointer, thing)) {
    if (impl_.is_used.exchange(true, std::memory_order_acquire)) {
      throw v1::Error(v1::ErrorKind::kUsage,
                      std::string(thing) + ": another thread is using it; make one for each thread");
    }
  }
  ~InUse() { impl_.is_used.store(false, std::memory_order_release); }
  InUse(const InUse&) = delete;
  InUse& operator=(const InUse&) = delete;
  Impl* operator->() const { return &impl_; }

 private:
  Impl& impl_;
};

}  // namespace uisge::bindings

namespace uisge::v1 {
using bindings::alive;
using bindings::InUse;
}  // namespace uisge::v1

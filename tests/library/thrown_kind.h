// What kind of error a call of the library throws.
#pragma once

#include <functional>

#include "uisge/error.h"

namespace uisge_test {

// Returns ErrorKind{}, which is none of the kinds, if the call throws no Error.
inline uisge::ErrorKind kind_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const uisge::Error& error) {
    return error.kind();
  }
  return uisge::ErrorKind{};
}

}  // namespace uisge_test

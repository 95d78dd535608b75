// The error of a solve that was told to stop.
#pragma once

#include "core/error.h"

namespace uisge {

inline tl::unexpected<Error> solve_stopped() {
  return interrupted_error("solve: stopped");
}

}  // namespace uisge

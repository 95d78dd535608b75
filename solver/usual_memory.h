// Memory for what works with less as well, where nobody has said how much: search tables and caches.
#pragma once

#include <algorithm>
#include <cstdint>

#include "solver/resources.h"

namespace uisge {

// `wanted` bytes, or half of what is available where that is less.
inline std::uint64_t usual_memory(std::uint64_t wanted) {
  return std::min(wanted, available_memory() / 2);
}

}  // namespace uisge

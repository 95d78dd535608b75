// The memory that search tables and caches get if the user names no amount.
#pragma once

#include <algorithm>
#include <cstdint>

#include "solver/resources.h"

namespace uisge {

// The lesser of `wanted` bytes and half of the available memory.
inline std::uint64_t usual_memory(std::uint64_t wanted) {
  return std::min(wanted, available_memory() / 2);
}

}  // namespace uisge

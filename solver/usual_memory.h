// The default memory of search tables and caches, which also work with less. The default is used if the user names no
// amount.
#pragma once

#include <algorithm>
#include <cstdint>

#include "solver/resources.h"

namespace uisge {

// `wanted` bytes, or half of the available memory if that is less.
inline std::uint64_t usual_memory(std::uint64_t wanted) {
  return std::min(wanted, available_memory() / 2);
}

}  // namespace uisge

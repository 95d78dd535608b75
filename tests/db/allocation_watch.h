// Watches allocations by the program's operator new. A hostile file must not make a reader take more memory than its
// size justifies, and a cache must keep to its limit. In builds whose sanitizer has an operator new of its own, both
// numbers are always 0.
#pragma once

#include <cstddef>

namespace uisge::test {

// Sets the largest allocation to 0. Not thread-safe.
void reset_largest_allocation();
std::size_t largest_allocation();  // in bytes, since the last reset
std::size_t allocated_bytes();     // all that is allocated now

}  // namespace uisge::test

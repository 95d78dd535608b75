// Records the largest single allocation: a hostile file must not make a reader take more memory than its size
// justifies.
#pragma once

#include <cstddef>

namespace uisge::test {

// Sets the largest allocation to 0. Only allocations by the program's operator new are watched. Not thread-safe.
void reset_largest_allocation();
std::size_t largest_allocation();  // in bytes, since the last reset

}  // namespace uisge::test

// Records the largest single allocation: a hostile file must not make a reader take more memory than its size
// justifies.
#pragma once

#include <cstddef>

namespace uisge::test {

// Forgets the largest allocation so far. Counts only allocations by the program's operator new. Not thread-safe.
void reset_largest_allocation();
std::size_t largest_allocation();  // in bytes, since the last reset

}  // namespace uisge::test

// Records the largest single allocation: a hostile file must not make a reader take more memory than its size
// justifies.
#pragma once

#include <cstddef>

namespace uisge::test {

// The program's operator new keeps count. One thread at a time.
void reset_largest_allocation();
std::size_t largest_allocation();  // bytes, since the last reset

}  // namespace uisge::test

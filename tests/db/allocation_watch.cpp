#include "tests/db/allocation_watch.h"

#include <algorithm>
#include <cstdlib>
#include <new>

namespace {
std::size_t largest = 0;
}

// The operators `new` and `delete` are in a separate file, so that the compiler does not inline only one of them and
// warn of a mismatch. The operators are weak symbols, because the thread sanitizer's library has operators of its own,
// which do not watch allocations.
[[gnu::weak]] void* operator new(std::size_t size) {
  largest = std::max(largest, size);
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
// std::stable_sort allocates with this operator and frees with the usual operator delete.
[[gnu::weak]] void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  largest = std::max(largest, size);
  return std::malloc(size);
}
[[gnu::weak]] void operator delete(void* memory) noexcept {
  std::free(memory);
}
[[gnu::weak]] void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}

namespace uisge::test {

void reset_largest_allocation() {
  largest = 0;
}
std::size_t largest_allocation() {
  return largest;
}

}  // namespace uisge::test

#include "tests/db/allocation_watch.h"

#include <malloc.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <new>

namespace {

std::size_t largest = 0;
std::atomic<std::size_t> allocated = 0;

void* watched_malloc(std::size_t size) {
  largest = std::max(largest, size);
  void* const memory = std::malloc(size);
  allocated += malloc_usable_size(memory);
  return memory;
}

void watched_free(void* memory) {
  allocated -= malloc_usable_size(memory);
  std::free(memory);
}

}  // namespace

// The operators `new` and `delete` are in a separate file, so that the compiler does not inline only one of them and
// warn of a mismatch. The operators are weak symbols, because the thread sanitizer's library has operators of its own,
// which do not watch allocations.
[[gnu::weak]] void* operator new(std::size_t size) {
  if (void* memory = watched_malloc(size)) return memory;
  throw std::bad_alloc();
}
// std::stable_sort allocates with this operator and frees with the usual operator delete.
[[gnu::weak]] void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return watched_malloc(size);
}
[[gnu::weak]] void operator delete(void* memory) noexcept {
  watched_free(memory);
}
[[gnu::weak]] void operator delete(void* memory, std::size_t) noexcept {
  watched_free(memory);
}

namespace uisge::test {

void reset_largest_allocation() {
  largest = 0;
}
std::size_t largest_allocation() {
  return largest;
}
std::size_t allocated_bytes() {
  return allocated;
}

}  // namespace uisge::test

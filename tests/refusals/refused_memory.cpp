// The program's own operators new and delete. Each operator new first calls is_refused(), and fails if the answer is
// yes.
#include <cstdlib>
#include <new>

#include "tests/refusals/refusals.h"

namespace {

void* allocated(std::size_t size, std::size_t alignment) {
  if (uisge::test::is_refused(uisge::test::Request::kMemory)) {
    if (const std::new_handler handler = std::get_new_handler()) handler();
    throw std::bad_alloc();
  }
  void* const memory = alignment == 0 ? std::malloc(size == 0 ? 1 : size)
                                      : std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

template <class... Alignment>
void* allocated_or_null(std::size_t size, Alignment... alignment) noexcept {
  try {
    return allocated(size, (static_cast<std::size_t>(alignment) + ... + 0));
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

}  // namespace

// All forms of operator new and operator delete are replaced here. A sanitizer would supply each form that is missing
// here, and its forms do not fit together with ours.
void* operator new(std::size_t size) {
  return allocated(size, 0);
}
void* operator new[](std::size_t size) {
  return allocated(size, 0);
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  return allocated(size, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t size, std::align_val_t alignment) {
  return allocated(size, static_cast<std::size_t>(alignment));
}
void* operator new(std::size_t size, const std::nothrow_t& /*none*/) noexcept {
  return allocated_or_null(size);
}
void* operator new[](std::size_t size, const std::nothrow_t& /*none*/) noexcept {
  return allocated_or_null(size);
}
void* operator new(std::size_t size, std::align_val_t alignment, const std::nothrow_t& /*none*/) noexcept {
  return allocated_or_null(size, alignment);
}
void* operator new[](std::size_t size, std::align_val_t alignment, const std::nothrow_t& /*none*/) noexcept {
  return allocated_or_null(size, alignment);
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete[](void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t /*size*/) noexcept {
  std::free(memory);
}
void operator delete[](void* memory, std::size_t /*size*/) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::align_val_t /*alignment*/) noexcept {
  std::free(memory);
}
void operator delete[](void* memory, std::align_val_t /*alignment*/) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t /*size*/, std::align_val_t /*alignment*/) noexcept {
  std::free(memory);
}
void operator delete[](void* memory, std::size_t /*size*/, std::align_val_t /*alignment*/) noexcept {
  std::free(memory);
}
void operator delete(void* memory, const std::nothrow_t& /*none*/) noexcept {
  std::free(memory);
}
void operator delete[](void* memory, const std::nothrow_t& /*none*/) noexcept {
  std::free(memory);
}

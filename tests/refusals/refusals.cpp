#include "tests/refusals/refusals.h"

#include <dlfcn.h>
#include <pthread.h>
#include <sys/mman.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <new>

namespace uisge::test {

namespace {

// Of this process alone.
std::atomic<bool> is_armed{false};
std::atomic<Request> refused_request{Request::kMemory};
std::atomic<std::uint64_t> refused_number{0};
std::atomic<bool> is_for_good{false};

// Shared with the process that has forked this one. Null while the program is being started.
std::atomic<std::uint64_t>* const made = [] {
  using Count = std::atomic<std::uint64_t>;
  void* const page = mmap(nullptr, sizeof(Count), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return page == MAP_FAILED ? nullptr : new (page) Count(0);
}();

bool is_refused(Request request) {
  if (!is_armed || refused_request != request) return false;
  const std::uint64_t number = ++*made;
  const std::uint64_t nth = refused_number;
  return nth != 0 && (number == nth || (is_for_good && number > nth));
}

void* allocated(std::size_t size, std::size_t alignment) {
  if (is_refused(Request::kMemory)) {
    if (const std::new_handler handler = std::get_new_handler()) handler();
    throw std::bad_alloc();
  }
  void* const memory = alignment == 0 ? std::malloc(size == 0 ? 1 : size)
                                      : std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace

void refuse(Request request, std::uint64_t nth, bool for_good) {
  is_armed = false;
  refused_request = request;
  refused_number = nth;
  is_for_good = for_good;
  *made = 0;
  is_armed = true;
}

std::uint64_t requests_made() {
  return *made;
}

}  // namespace uisge::test

// All forms, since a sanitizer brings its own of those that are left out, and they do not go together.
namespace {

template <class... Alignment>
void* allocated_or_null(std::size_t size, Alignment... alignment) noexcept {
  try {
    return uisge::test::allocated(size, (static_cast<std::size_t>(alignment) + ... + 0));
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

}  // namespace

void* operator new(std::size_t size) {
  return uisge::test::allocated(size, 0);
}
void* operator new[](std::size_t size) {
  return uisge::test::allocated(size, 0);
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  return uisge::test::allocated(size, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t size, std::align_val_t alignment) {
  return uisge::test::allocated(size, static_cast<std::size_t>(alignment));
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

extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*body)(void*),
                              void* argument) {
  if (uisge::test::is_refused(uisge::test::Request::kThread)) return EAGAIN;
  using Create = int(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  static auto* const real = reinterpret_cast<Create*>(dlsym(RTLD_NEXT, "pthread_create"));
  return real(thread, attributes, body, argument);
}

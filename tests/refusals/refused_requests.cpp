#include <dlfcn.h>
#include <pthread.h>
#include <sys/mman.h>

#include <atomic>
#include <cerrno>
#include <new>

#include "tests/refusals/refusals.h"

namespace uisge::test {

namespace {

// Whether this process counts its requests. Unlike the count, the flag is not shared with other processes.
std::atomic<bool> is_armed{false};
std::atomic<Request> refused_request{Request::kMemory};
std::atomic<std::uint64_t> refused_number{0};
std::atomic<bool> is_for_good{false};

// The number of requests of the refused kind since refuse(), in memory that a child process shares with its parent.
// Null while the program is being started.
std::atomic<std::uint64_t>* const made = [] {
  using Count = std::atomic<std::uint64_t>;
  void* const page = mmap(nullptr, sizeof(Count), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return page == MAP_FAILED ? nullptr : new (page) Count(0);
}();

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

bool is_refused(Request request) {
  if (!is_armed || refused_request != request) return false;
  const std::uint64_t number = ++*made;
  const std::uint64_t nth = refused_number;
  return nth != 0 && (number == nth || (is_for_good && number > nth));
}

}  // namespace uisge::test

extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*body)(void*),
                              void* argument) noexcept {
  if (uisge::test::is_refused(uisge::test::Request::kThread)) return EAGAIN;
  using Create = int(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  static auto* const next = reinterpret_cast<Create*>(dlsym(RTLD_NEXT, "pthread_create"));
  return next(thread, attributes, body, argument);
}

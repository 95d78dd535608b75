// The program's own pthread_create: the system's, but that a refusal may end the process (refused_threads.h).
//
// The linker takes it for our own code and for GCC's OpenMP library, which is linked statically; the dynamic linker
// takes a program's functions before those of its libraries, which reaches TBB and the C++ library.
//
// In a program that links this object; nothing refers to it. Not with clang, whose sanitizers bring another.
#include <dlfcn.h>
#include <pthread.h>
#include <unistd.h>

#include <string_view>

#include "core/error.h"
#include "solver/refused_threads.h"

namespace {

constexpr std::string_view kRefused =
    "uisge: threads: the system refuses one that it granted before, see 'ulimit -u' and --threads; "
    "a solve can be resumed\n";

// Nothing is taken down: others are at work meanwhile, and some of their threads may be missing for ever.
[[noreturn]] void exit_refused() {
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, kRefused.data(), kRefused.size());
  _exit(static_cast<int>(uisge::ErrorKind::kResource));
}

}  // namespace

extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*body)(void*),
                              void* argument) noexcept {
  using Create = int(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  static auto* const next = reinterpret_cast<Create*>(dlsym(RTLD_NEXT, "pthread_create"));
  const int failure = next(thread, attributes, body, argument);
  if (failure != 0 && uisge::refused_thread_ends_process()) exit_refused();
  return failure;
}

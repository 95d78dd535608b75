// The program's own pthread_create: the system's, but that a refusal may end the process (refused_threads.h).
//
// The linker takes it for our own code and for GCC's OpenMP library, which is linked statically; the dynamic linker
// takes a program's functions before those of its libraries, which reaches TBB and the C++ library. Of a static program
// the linker sees everything, and renames both for us (--wrap).
//
// In a program that links this object; nothing refers to it. Not with clang, whose sanitizers bring another.
#include <dlfcn.h>
#include <pthread.h>
#include <unistd.h>

#include <string_view>

#include "solver/cli/error_text.h"
#include "solver/refused_threads.h"

namespace {

constexpr std::string_view kRefused =
    "uisge: threads: the system refuses one that it granted before, see 'ulimit -u' and --threads; "
    "a solve can be resumed\n";

// Nothing is taken down: others are at work meanwhile, and some of their threads may be missing for ever.
[[noreturn]] void exit_refused() {
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, kRefused.data(), kRefused.size());
  _exit(uisge::cli::exit_code(uisge::ErrorKind::kResource));
}

using Create = int(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);

int start_thread(Create* systems, pthread_t* thread, const pthread_attr_t* attributes, void* (*body)(void*),
                 void* argument) {
  const int failure = systems(thread, attributes, body, argument);
  if (failure != 0 && uisge::refused_thread_ends_process()) exit_refused();
  return failure;
}

}  // namespace

#ifdef UISGE_STATIC_PROGRAM

extern "C" int systems_pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*body)(void*),
                                      void* argument) asm("__real_pthread_create");
extern "C" int our_pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*body)(void*),
                                  void* argument) asm("__wrap_pthread_create");

int our_pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*body)(void*), void* argument) {
  return start_thread(systems_pthread_create, thread, attributes, body, argument);
}

#else

extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*body)(void*),
                              void* argument) noexcept {
  static auto* const next = reinterpret_cast<Create*>(dlsym(RTLD_NEXT, "pthread_create"));
  return start_thread(next, thread, attributes, body, argument);
}

#endif

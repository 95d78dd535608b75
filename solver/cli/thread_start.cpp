// The program's own pthread_create. This function calls the C library's pthread_create. If the system refuses the
// thread, this function may end the process (refused_threads.h).
//
// Our own code and GCC's OpenMP library, which is linked statically, call pthread_create. The linker redirects these
// calls to this function. The dynamic linker prefers a program's functions to those of its libraries, so TBB and the
// C++ library call the program's pthread_create too. In a static program the linker option --wrap redirects all calls.
//
// The redirection needs only that this object file is linked; no code names the function. Builds with clang do not link
// this object, since clang's sanitizers replace pthread_create themselves.
#include <dlfcn.h>
#include <pthread.h>
#include <unistd.h>

#include <string_view>

#include "db/unfinished_file.h"
#include "solver/cli/error_text.h"
#include "solver/refused_threads.h"

namespace {

constexpr std::string_view kRefused =
    "uisge: threads: the system refuses one that it granted before, see 'ulimit -u' and --threads; "
    "a solve can be resumed\n";

// Ends the process without running destructors, since other threads still work, and some may wait for a thread that
// never starts.
[[noreturn]] void exit_refused() {
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, kRefused.data(), kRefused.size());
  uisge::remove_unfinished_files();
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

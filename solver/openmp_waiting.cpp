// Makes OpenMP's waiting threads sleep soon, so that they do not hold a processor that others could use.
//
// GCC's OpenMP library lets a waiting thread spin 300,000 times, some milliseconds, before it sleeps. If other programs
// use the processors too, spinning keeps the awaited thread from running, and a solve with thousands of barriers takes
// ten times as long (docs/lab/engine.md). A thousand spins suffice for most barriers. The library reads its environment
// variables in a constructor of its own and offers no function for this setting, so our constructor must run first. Our
// constructor's priority ensures this, since the program links the library statically. If the user has set
// GOMP_SPINCOUNT or OMP_WAIT_POLICY, that setting stays.
//
// The program only needs to link this file, since the constructor runs by itself; no code calls it.
#include <cstdlib>

namespace {

constexpr int kFirstPriority = 101;  // the first priority that is not reserved for the compiler

[[gnu::constructor(kFirstPriority)]] void let_waiting_threads_sleep() {
  if (std::getenv("OMP_WAIT_POLICY") == nullptr) setenv("GOMP_SPINCOUNT", "1000", 0);
}

}  // namespace

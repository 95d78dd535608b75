// Threads that wait for each other must not hold a processor that others could use.
//
// GCC's OpenMP library lets a waiting thread spin 300,000 times, some milliseconds, before it sleeps. Where other
// programs want the processors as well, the thread that the spinning one waits for does not run meanwhile, and a solve
// with thousands of barriers takes ten times as long (docs/lab/engine.md). A thousand spins still spare most barriers
// the sleep. The library reads its variables in a constructor of its own and offers no function for this, so ours has
// to come first: the program links the library statically, and constructors of one program run by priority. What the
// user has set is left alone.
//
// In a program that links this object; nothing refers to it.
#include <cstdlib>

namespace {

constexpr int kFirstPriority = 101;  // those below are the compiler's

[[gnu::constructor(kFirstPriority)]] void let_waiting_threads_sleep() {
  if (std::getenv("OMP_WAIT_POLICY") == nullptr) setenv("GOMP_SPINCOUNT", "1000", 0);
}

}  // namespace

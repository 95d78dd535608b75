#include "bindings/cpp/long_work.h"

#include <fmt/format.h>
#include <tbb/global_control.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "solver/resources.h"
#include "uisge/error.h"

namespace uisge::bindings {

namespace {

// OpenMP and TBB keep their threads between two calls, but a forked child gets no copies of these threads. If the
// parent used OpenMP or TBB before the fork, the child must not use them: it would wait for threads that it lacks.
bool has_lost_threads() {
  static std::atomic<pid_t> owner{0};
  const pid_t self = ::getpid();
  pid_t found = 0;
  return !owner.compare_exchange_strong(found, self) && found != self;
}

std::size_t thread_count(int wanted) {
  if (wanted < 0 || std::cmp_greater(wanted, kMaxThreads)) {
    throw v1::Error(v1::ErrorKind::kUsage,
                    fmt::format("threads: {} is out of range, 0 to {} are possible", wanted, kMaxThreads));
  }
  const std::size_t threads = wanted == 0 ? usable_processors() : static_cast<std::size_t>(wanted);
  return threads > 1 && has_lost_threads() ? 1 : threads;
}

}  // namespace

GrantedThreads granted_threads(int wanted) {
  const std::size_t threads = thread_count(wanted);
  return {threads, threads, GrantedThreads::Limit::kIfRefused};
}

tbb::task_arena arena_of(const GrantedThreads& threads) {
  // TBB would print a warning about an arena with more threads than it has.
  const std::size_t most = tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism);
  return tbb::task_arena(static_cast<int>(std::min(threads.count(), most)));
}

}  // namespace uisge::bindings

#include "solver/granted_threads.h"

#include <tbb/global_control.h>

#include <exception>
#include <latch>
#include <system_error>
#include <thread>
#include <vector>

#include "solver/tbb_start.h"

namespace uisge {

namespace {

// The number of threads that a solve needs besides the calling thread. OpenMP and TBB each keep threads of their own,
// and one more thread syncs a checkpoint.
constexpr std::size_t others_for(std::size_t threads, std::size_t of_tbb) {
  return of_tbb == 1 ? 0 : (threads - 1) + (of_tbb - 1) + 1;
}

// How many threads, at most `wanted`, can exist at the same time besides the calling thread.
std::size_t startable(std::size_t wanted) {
  const RefusedThreadsAreErrors scope;
  std::vector<std::thread> threads;
  threads.reserve(wanted);
  std::latch end(1);
  std::exception_ptr failure;
  try {
    while (threads.size() < wanted) threads.emplace_back([&end] { end.wait(); });
  } catch (const std::system_error&) {
    // The system refused the last thread, so only the threads in `threads` are granted.
  } catch (...) {
    failure = std::current_exception();  // the system did not refuse a thread, but memory ran out
  }
  end.count_down();
  for (std::thread& thread : threads) thread.join();
  if (failure) std::rethrow_exception(failure);
  return threads.size();
}

}  // namespace

class GrantedThreads::TbbLimit {
 public:
  explicit TbbLimit(std::size_t threads) : control_(tbb::global_control::max_allowed_parallelism, threads) {}

 private:
  tbb::global_control control_;
};

GrantedThreads::GrantedThreads(std::size_t wanted, std::size_t wanted_of_tbb, Limit limit) : count_(wanted) {
  const std::size_t others = startable(others_for(wanted, wanted_of_tbb));
  const bool are_refused = others < others_for(wanted, wanted_of_tbb);
  while (others_for(count_, are_refused ? count_ : wanted_of_tbb) > others) --count_;
  start_tbb();
  if (limit == Limit::kAlways || are_refused) {
    tbb_limit_ = std::make_unique<TbbLimit>(are_refused ? count_ : wanted_of_tbb);
  }
}

GrantedThreads::~GrantedThreads() = default;

}  // namespace uisge

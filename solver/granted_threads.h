// Finds out, before work is divided, how many threads the system grants.
//
// When a limit of threads (ulimit -u, pids.max) is reached, OpenMP and TBB end the program in the middle of the work.
// So a command first starts and joins as many threads as its work will have at the same time, which takes about 20
// microseconds per thread. If the command gets fewer threads, it divides the work among the threads that it gets. If a
// thread is refused later, while a GrantedThreads object lives, the process ends with an error message
// (refused_threads.h).
#pragma once

#include <cstddef>
#include <memory>

#include "solver/refused_threads.h"

namespace uisge {

class GrantedThreads {
 public:
  // When the threads of TBB, which all of the process shares, are limited.
  enum class Limit { kAlways, kIfRefused };

  // `wanted` is the number of threads for OpenMP, `wanted_of_tbb` the number for TBB. The leader of a team wants more
  // threads for TBB than for OpenMP, since it writes the database with the processors of all members on its machine.
  // REQUIRES: 1 <= wanted <= wanted_of_tbb.
  GrantedThreads(std::size_t wanted, std::size_t wanted_of_tbb, Limit limit = Limit::kAlways);
  ~GrantedThreads();
  GrantedThreads(const GrantedThreads&) = delete;
  GrantedThreads& operator=(const GrantedThreads&) = delete;

  // The number of threads for the work, the calling thread included: at least 1, at most the wanted number. A parallel
  // region of OpenMP must be given this number. While the object lives, TBB uses at most count() threads if the system
  // has refused any thread; otherwise at most `wanted_of_tbb` threads with kAlways, and any number with kIfRefused.
  std::size_t count() const { return count_; }

 private:
  class TbbLimit;

  RefusedThreadsEndProcess scope_;  // this member comes first, since TBB may start a thread at once
  std::size_t count_;
  std::unique_ptr<TbbLimit> tbb_limit_;
};

}  // namespace uisge

// Threads that the system grants, asked for before work is divided among them.
//
// Where a user or a container has a limit of threads (ulimit -u, pids.max), OpenMP's and TBB's libraries end the
// program in the middle of the work. So a command tries before: it starts and joins as many threads as its work will
// have at the same time, some 20 microseconds each. If it gets fewer, the work is divided among fewer. A thread that is
// refused later, while this object lives, ends the process in good order (refused_threads.h).
#pragma once

#include <cstddef>
#include <memory>

#include "solver/refused_threads.h"

namespace uisge {

class GrantedThreads {
 public:
  // TBB may be wanted with more threads than the rest: the leader of a team writes the database with the processors of
  // all members. REQUIRES: 1 <= wanted <= wanted_of_tbb.
  GrantedThreads(std::size_t wanted, std::size_t wanted_of_tbb);
  ~GrantedThreads();
  GrantedThreads(const GrantedThreads&) = delete;
  GrantedThreads& operator=(const GrantedThreads&) = delete;

  // How many threads work may be divided among, this one included: at most those wanted, at least 1. TBB starts no more
  // while this object lives; OpenMP is told by each parallel region.
  std::size_t count() const { return count_; }

 private:
  class TbbLimit;

  RefusedThreadsEndProcess scope_;  // the first, since TBB may start a thread for its own use at once
  std::size_t count_;
  std::unique_ptr<TbbLimit> tbb_limit_;
};

}  // namespace uisge

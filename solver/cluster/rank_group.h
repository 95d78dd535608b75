// The processes of one MPI job, and their communication before, between and after plies. During a ply, exchange.h
// communicates.
//
// Only solver/cluster uses this class; other code uses SolveTeam. Only the thread that made the object uses MPI
// (MPI_THREAD_FUNNELED); the other threads may call abort(). A waiting rank sleeps between polls, so that ranks may
// share processors.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <span>

#include "core/error.h"
#include "db/bytes.h"
#include "solver/cluster/cluster.h"

namespace uisge {

class RankGroup {
 public:
  // Starts MPI. REQUIRES: MPI has not been started in this process.
  RankGroup(int argc, char** argv, ReportFailure report);
  ~RankGroup();  // ends MPI
  RankGroup(const RankGroup&) = delete;
  RankGroup& operator=(const RankGroup&) = delete;

  int rank() const { return rank_; }
  int size() const { return size_; }
  std::size_t size_here() const { return size_here_; }  // the number of ranks on this machine

  // All ranks must call the next four functions, in the same order.
  void sum(std::span<std::uint64_t> numbers) const;
  bool is_same(std::uint64_t number) const;
  void broadcast(Bytes& bytes, int from) const;  // gives all ranks the bytes of rank `from`, however many
  Result<void> agree(const Result<void>& mine) const;

  // Reports the error and ends the processes of all ranks without waiting for them. Any thread of any rank may call
  // abort().
  [[noreturn]] void abort(const Error& error) const;
  // Calls abort() where std::bad_alloc is caught. If memory does not even suffice for the report, the terminate handler
  // ends the process.
  [[noreturn]] void abort_out_of_memory() const noexcept { abort(out_of_memory().value()); }

 private:
  ReportFailure report_;
  int rank_ = 0;
  int size_ = 1;
  std::size_t size_here_ = 1;
};

}  // namespace uisge

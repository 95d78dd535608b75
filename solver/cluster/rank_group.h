// The processes of one MPI job, and what they tell each other outside of a ply.
//
// For code inside this room; everybody else sees SolveTeam. MPI is used from the thread that joined alone
// (MPI_THREAD_FUNNELED). Who waits for the others sleeps between two looks, so that ranks may share processors.
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
  // Starts MPI. REQUIRES: not started yet in this process.
  RankGroup(int argc, char** argv, ReportFailure report);
  ~RankGroup();  // ends MPI
  RankGroup(const RankGroup&) = delete;
  RankGroup& operator=(const RankGroup&) = delete;

  int rank() const { return rank_; }
  int size() const { return size_; }
  std::size_t size_here() const { return size_here_; }  // ranks that share this machine's memory

  // For all ranks, in the same order.
  void sum(std::span<std::uint64_t> numbers) const;
  bool is_same(std::uint64_t number) const;
  void broadcast(Bytes& bytes, int from) const;  // of any size; others' contents are replaced
  Result<void> agree(const Result<void>& mine) const;

  // Reports the error and ends the whole job, from any rank, without the others' consent.
  [[noreturn]] void abort(const Error& error) const;

 private:
  ReportFailure report_;
  int rank_ = 0;
  int size_ = 1;
  std::size_t size_here_ = 1;
};

}  // namespace uisge

// Solves a board on many machines. Other folders include only this header of solver/cluster.
//
// A build without MPI (option UISGE_MPI) has the same functions, but a process never joins a team. It gets an error if
// an MPI launcher has started several processes.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "core/error.h"
#include "solver/solve/solve_plan.h"
#include "solver/solve/solve_team.h"

namespace uisge {

// Prints the error and returns the exit code of the process.
using ReportFailure = int (*)(const Error& error);

// If mpirun (or srun) has started this process as one of several, starts MPI and joins the other processes. From then
// on all ranks but the leader discard standard output and error, so that only the leader prints. Returns null if the
// process was started alone. MPI is shut down when the team is destroyed or, after an error, when the process ends. If
// one rank fails in the middle of the work, it calls `report` and ends all ranks, since it cannot wait for the other
// ranks. Errors: kUsage, on every rank, if the ranks' programs or arguments differ, or if the build has no MPI.
Result<std::unique_ptr<SolveTeam>> join_team(int argc, char** argv, ReportFailure report);

// Restores this rank's standard error, which join_team() has discarded. A rank calls this function before it reports
// why it ends the job. Does nothing in a process that join_team() has not muted. Allocates no memory.
void unmute_standard_error();

// The estimated needs of a solve on several ranks. The numbers come from the division of the board that the solve would
// use.
struct TeamPlan {
  SolvePlan leader = {};   // the memory that the leader needs; disk and time of the whole solve
  SolvePlan largest = {};  // the needs of the rank that needs the most memory
  std::string division = {};
  std::uint64_t message_bytes = 0;  // the bytes that all ranks together send in the whole solve
};

// Enumerates the placements of the board and divides them between the ranks, which takes seconds, and a minute for the
// real game on hundreds of ranks. Without METIS each rank needs more memory (ownership.h). Errors: kUsage if the board
// has no placements.
Result<TeamPlan> plan_team(const DatabaseIdentity& identity, std::size_t threads, int ranks);

}  // namespace uisge

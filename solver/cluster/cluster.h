// Solving on many machines: the door to this room, and the only header of it that others include.
//
// A build without MPI (option UISGE_MPI) has the same functions: nobody ever joins a team, and an MPI launcher that has
// started several processes is told so.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "core/error.h"
#include "solver/solve/solve_plan.h"
#include "solver/solve/solve_team.h"

namespace uisge {

// Prints what has gone wrong; returns the exit code of the process.
using ReportFailure = int (*)(const Error& error);

// If mpirun (or srun) has started this process as one of several: starts MPI and joins the others. On all ranks but
// the leader standard output and error lead nowhere from then on, so that the job speaks with one voice. Null in a
// process of its own. MPI ends with the team, or after an error with the process.
// `report` is for an error of one rank in the middle of work, after which nobody can be waited for.
// Errors: usage, on every rank, if not all were given the same program and arguments, or if it has no MPI.
Result<std::unique_ptr<SolveTeam>> join_team(int argc, char** argv, ReportFailure report);

// What a solve on several ranks would need, from the division that it would use.
struct TeamPlan {
  SolvePlan leader;   // its rank's memory; disk and time of the whole solve
  SolvePlan largest;  // the rank with the most memory
  std::string division;
  std::uint64_t message_bytes = 0;  // of all ranks, over the whole solve
};

// Enumerates and divides the board: seconds, a minute for the real game on hundreds of ranks. Errors: usage if the
// board has no placements. In a build without METIS the division is a coarser one.
Result<TeamPlan> plan_team(const DatabaseIdentity& identity, std::size_t threads, int ranks);

}  // namespace uisge

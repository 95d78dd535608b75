// Solving on many machines: the door to this room, and the only header of it that others include.
//
// A build without MPI (option UISGE_MPI) has the same functions: nobody ever joins a team.
#pragma once

#include <memory>

#include "core/error.h"
#include "solver/solve/solve_team.h"

namespace uisge {

// If mpirun (or srun) has started this process as one of several: starts MPI and joins the others. On all ranks but
// the leader standard output and error lead nowhere from then on, so that the job speaks with one voice. Null in a
// process of its own. MPI ends with the team.
// Errors: usage, on every rank, if not all were given the same program and arguments.
Result<std::unique_ptr<SolveTeam>> join_team(int argc, char** argv);

}  // namespace uisge

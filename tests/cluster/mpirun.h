// Starts the program as several ranks of one job, as a user does.
//
// The tests may start more ranks than there are processors, and may run as root.
#pragma once

#include "tests/cli/run_program.h"

namespace uisge::test {

// mpirun's arguments for `ranks` ranks of one thread each. mpirun's own messages about failures are suppressed.
std::vector<std::string> mpirun_arguments(int ranks, const std::vector<std::string>& arguments);

// Returns options with the environment that mpirun needs. `transports` lists the ways of communication that Open MPI
// may use.
RunOptions mpirun_options(const std::string& transports = "self,vader");

ProgramRun run_ranks(int ranks, const std::vector<std::string>& arguments);

// The running processes that an mpirun has started.
std::vector<pid_t> ranks_of(const RunningProgram& mpirun);

// Waits for a job in which a rank was killed. Open MPI 4.1.4 may hang at its end after all ranks have ended, since it
// locks a mutex that it has freed. So mpirun is killed after a minute; the test fails if one of our ranks still runs
// then.
ProgramRun wait_for_killed_job(RunningProgram& mpirun);

}  // namespace uisge::test

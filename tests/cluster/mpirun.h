// The program as several ranks of one job, as a user starts them.
//
// Ranks share the processors of this machine, whatever their number, and root may run them: both are for tests.
#pragma once

#include <string>
#include <vector>

#include "tests/cli/run_program.h"

namespace uisge::test {

// mpirun's arguments for `ranks` ranks of one thread each. Quiet: what mpirun itself has to say about failures is no
// business of ours.
std::vector<std::string> mpirun_arguments(int ranks, const std::vector<std::string>& arguments);

// The environment of mpirun; `transports` are the ways for ranks to talk that Open MPI looks at.
RunOptions mpirun_options(const std::string& transports = "self,vader");

ProgramRun run_ranks(int ranks, const std::vector<std::string>& arguments);

// The processes that a running mpirun has started, as far as they run.
std::vector<pid_t> ranks_of(const RunningProgram& mpirun);

// Waits for a job of which a rank was killed. Open MPI 4.1.4 may then stop for good at its own end, all ranks gone: it
// locks a mutex that it has freed. It is killed after a minute; the test fails if a rank of ours still runs then.
ProgramRun wait_for_killed_job(RunningProgram& mpirun);

}  // namespace uisge::test

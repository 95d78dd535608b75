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
RunOptions mpirun_options();

ProgramRun run_ranks(int ranks, const std::vector<std::string>& arguments);

// The processes that a running mpirun has started.
std::vector<pid_t> ranks_of(const RunningProgram& mpirun);

}  // namespace uisge::test

// Runs a function in a forked process and captures its output. Forking takes a thousandth of the time that starting a
// program takes.
//
// REQUIRES: the forking process has no other threads.
#pragma once

#include "tests/cli/run_program.h"

namespace uisge::test {

// `body` returns the exit code. After `patience` seconds SIGALRM ends the child.
ProgramRun forked_run(const std::function<int()>& body, const std::string& input, unsigned patience);

}  // namespace uisge::test

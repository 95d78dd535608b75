// Runs the program while strace makes one of its system calls fail. Tests are skipped where strace cannot make a call
// fail.
#pragma once

#include "tests/cli/run_program.h"

namespace uisge::test::faults {

struct FaultyRun {
  ProgramRun run;
  bool was_injected = false;  // whether strace injected the fault into a call of the program
};

// Runs the program with a fault in system calls of one kind. `when` is "3" for a fault in the third call, or "3+" for a
// fault in the third and every later call. strace counts the calls of each thread separately. With a path, only calls
// on that path fail. `input` names a file that becomes standard input.
FaultyRun run_with_fault(const std::string& call, const std::string& fault, const std::string& when,
                         const std::vector<std::string>& arguments, const std::string& path = "",
                         const std::string& input = "/dev/null");

// Whether faults can be injected on this machine. If faults cannot be injected, says so and skips the test.
bool can_trace();
// Prints words from which ctest recognises a skipped test.
void skip(const std::string& why, const ProgramRun& run);

// Whether `words` occurs in the text directly after a digit.
bool has_number_before(const std::string& text, const std::string& words);

}  // namespace uisge::test::faults

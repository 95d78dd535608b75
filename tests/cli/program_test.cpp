// Tests what holds for the whole program. Each command has a test file of its own.
#include "tests/cli/run_program.h"

using namespace uisge::test;

TEST_CASE("waiting threads sleep soon, unless the user has chosen how they wait", "[cli]") {
  // With OMP_DISPLAY_ENV the OpenMP library prints its settings. OMP_WAIT_POLICY is removed, since it is set for all
  // tests.
  const auto spins = [](const std::vector<std::string>& settings) {
    std::vector<std::string> words{"-u", "OMP_WAIT_POLICY", "OMP_DISPLAY_ENV=verbose"};
    words.insert(words.end(), settings.begin(), settings.end());
    words.insert(words.end(), {UISGE_PROGRAM, "--version"});
    const ProgramRun run = RunningProgram("/usr/bin/env", words).wait();
    CHECK(run.exit_code == 0);
    const std::size_t at = run.err.find("GOMP_SPINCOUNT = '");
    return at == std::string::npos ? "not told" : run.err.substr(at + 18, run.err.find('\'', at + 18) - at - 18);
  };
  CHECK(spins({}) == "1000");
  CHECK(spins({"GOMP_SPINCOUNT=77"}) == "77");
  CHECK(spins({"OMP_WAIT_POLICY=passive"}) == "0");
  CHECK(spins({"OMP_WAIT_POLICY=active"}) == "30000000000");
}

TEST_CASE("other programs' words for --version are answered with --version", "[cli]") {
  for (const char* const word : {"version", "-v", "-V"}) check_refused({word}, 2, "--version");
}

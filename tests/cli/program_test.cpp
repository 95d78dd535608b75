// The program itself, end to end: what holds for all of it. Each command has a test file of its own.
#include <catch2/catch.hpp>

#include "tests/cli/run_program.h"

using namespace uisge::test;

TEST_CASE("the version is a line on standard output", "[cli]") {
  const ProgramRun result = run_uisge({"--version"});
  CHECK(result.exit_code == 0);
  CHECK(result.out == "uisge " UISGE_EXPECTED_VERSION "\n");
  CHECK(result.err.empty());
}

TEST_CASE("no command is a short error, help a full page", "[cli]") {
  const ProgramRun none = run_uisge({});
  CHECK(none.exit_code == 2);
  CHECK(is_one_error_line(none.err));
  const ProgramRun help = run_uisge({"--help"});
  CHECK(help.exit_code == 0);
  CHECK(help.out.find("Exit codes:") != std::string::npos);
}

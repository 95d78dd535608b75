// check: the SHA-256 of a file, and those of the golden databases in the list of published checksums.
#include <catch2/catch.hpp>
#include <fstream>
#include <sstream>

#include "tests/cli/run_program.h"
#include "tests/cli/small_database.h"

using namespace uisge;
using namespace uisge::test;

TEST_CASE("check prints the SHA-256 that sha256sum prints", "[cli][check]") {
  const SmallDatabase database;
  const ProgramRun expected = RunningProgram("/bin/sh", {"-c", "exec sha256sum \"$0\"", database.path()}).wait();
  REQUIRE(expected.exit_code == 0);
  const ProgramRun run = run_uisge({"check", database.path(), "--sha256"});
  CHECK(run.exit_code == 0);
  REQUIRE(lines_of(run.out).size() == 2);
  CHECK(lines_of(run.out)[1] + "\n" == expected.out);
  CHECK(run_json("check", {database.path(), "--sha256"})["sha256"] == expected.out.substr(0, 64));
  CHECK(!run_json("check", {database.path()}).contains("sha256"));
}

TEST_CASE("the list of published checksums has the golden databases", "[cli][check][golden]") {
  std::ifstream list(UISGE_CHECKSUM_LIST);
  std::stringstream listed;
  listed << list.rdbuf();
  for (const char* name : {"2x5-3-draws", "3x3-2-loses", "4x3-2-passes", "4x4-2-wins-diagonal"}) {
    const std::string file = std::string(name) + ".uisge";
    const auto sum = run_json("check", {std::string(UISGE_TEST_DATA) + "/" + file, "--sha256"})["sha256"];
    CHECK(listed.str().find(sum.get<std::string>() + "  " + file + "\n") != std::string::npos);
  }
}

// Tests that `uisge check` finds the SHA-256 of a file, and finds the databases of tests/data in the list of published
// checksums.
#include "tests/cli/run_program.h"
#include "tests/cli/small_database.h"

using namespace uisge;
using namespace uisge::test;

TEST_CASE("check prints the SHA-256 that sha256sum prints", "[cli][check]") {
  const SmallDatabase database;
  const ProgramRun expected = RunningProgram("/bin/sh", {"-c", "exec sha256sum \"$0\"", database.path()}).wait();
  REQUIRE(expected.exit_code == 0);
  const ProgramRun run = run_well({"check", database.path(), "--sha256"});
  REQUIRE(lines_of(run.out).size() == 2);
  CHECK(lines_of(run.out)[1] + "\n" == expected.out);
  CHECK(run_json("check", {database.path(), "--sha256"})["sha256"] == expected.out.substr(0, 64));
  CHECK(!run_json("check", {database.path()}).contains("sha256"));
}

TEST_CASE("control characters in a file's name do not reach the terminal", "[cli][check][bad]") {
  const SmallDatabase database;
  const TemporaryDirectory directory;
  const std::string file = directory.file(
      "a\x1b]0;title\x07\xc2\x9b"
      "31m.uisge");
  std::filesystem::copy_file(database.path(), file);
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{"check", file},
                                             {"check", file, "--sha256"},
                                             {"verify", file},
                                             {"verify", file, "--sample", "3"},
                                             {"export", file, "--counts", directory.file("\x1b.csv")},
                                             {"check", file + ".none"}}) {
    CAPTURE(arguments);
    const ProgramRun run = run_uisge(arguments);
    const std::string told = run.out + run.err;
    CHECK(contains(told, "\\x1b"));
    CHECK(!contains(told, "\x1b"));
    CHECK(!contains(told, "\x07"));
    CHECK(!contains(told, "\xc2\x9b"));
  }
}

TEST_CASE("the list of published checksums has the golden databases", "[cli][check][golden]") {
  std::ifstream list(UISGE_CHECKSUM_LIST);
  std::stringstream listed;
  listed << list.rdbuf();
  for (const char* name : {"2x5-3-draws", "3x3-2-loses", "4x3-2-passes", "4x4-2-wins-diagonal"}) {
    const std::string file = std::string(name) + ".uisge";
    const auto sum = run_json("check", {std::string(UISGE_TEST_DATA) + "/" + file, "--sha256"})["sha256"];
    CHECK(contains(listed.str(), sum.get<std::string>() + "  " + file + "\n"));
  }
}

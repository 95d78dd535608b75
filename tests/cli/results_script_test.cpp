// Tests where scripts/results.sh writes its plots, and how it ends if the program fails; and which rooms
// scripts/test.sh takes.
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "tests/cli/run_program.h"
#include "tests/test.h"

using namespace uisge::test;

TEST_CASE("the plots of the results are written beside the tables, and a failing program is reported",
          "[cli][results]") {
  const TemporaryDirectory directory;
  const std::string tools = directory.file("tools"), tables = directory.file("tables"), kept = directory.file("kept");
  const std::string scratch = directory.file("scratch"), program = tools + "/program";
  for (const std::string& folder : {tools, tables, kept, scratch}) std::filesystem::create_directory(folder);
  // In place of gnuplot, a script notes where the plots go. All packages pass for installed.
  write_script(tools + "/gnuplot", "sed -n \"s/^set output '\\(.*\\)'/\\1/p\" >>'" + directory.file("plotted") + "'");
  write_script(tools + "/dpkg-query", "echo installed");
  std::ofstream(kept + "/changed") << "4x3 1 2 3\n";
  for (const std::string solve : {"7x6-4-loses-false", "5x5-5-loses-false"}) {
    std::ofstream(kept + "/" + solve + ".json") << R"({"by_distance":[{"distance":1,"won":2,"lost":3}]})";
  }
  const auto run_script = [&](const std::vector<std::string>& words, const std::string& command) {
    const RunOptions options{.environment = {"UISGE=" + command, "UISGE_TABLES=tables", "TMPDIR=" + scratch,
                                             "PATH=" + tools + ":" + std::getenv("PATH")}};
    const std::vector<std::string> begin{
        "-c", "cd \"$0\" && exec \"$@\"", directory.path(), UISGE_SOURCE "/scripts/results.sh", "--kept", "kept"};
    return RunningProgram("/bin/bash", joined(begin, words), options).wait();
  };
  const ProgramRun run = run_script({"--report"}, UISGE_PROGRAM);
  CAPTURE(run.err);
  REQUIRE(run.exit_code == 0);
  CHECK(words_of(text_of_file(directory.file("plotted"))) == std::vector<std::string>{tables + "/results-distances.svg",
                                                                                      tables + "/results-long-wins.svg",
                                                                                      tables + "/results-rules.svg"});
  // If the program fails, the script fails, and keeps no row that lacks a column.
  std::filesystem::remove(kept + "/changed");
  write_script(program, "test $1 != diff");
  CHECK(run_script({"--report"}, program).exit_code == 1);
  CHECK(!std::filesystem::exists(kept + "/changed"));
  CHECK(std::filesystem::is_empty(scratch));
  write_script(program, "exit 3");
  CHECK(run_script({"4x3/2"}, program).exit_code == 3);
  // Only a solve for which memory or the disk is too small is left out. The eight solves are those of all rule sets.
  std::ofstream(kept + "/changed") << "4x3 1 2 3\n";
  for (const int code : {4, 130, 139}) {
    CAPTURE(code);
    write_script(program,
                 "test $1 = solve || exec echo '{\"placements\":1,\"fits_memory\":true,\"seconds\":0}'\nexit " +
                     std::to_string(code));
    const ProgramRun solving = run_script({"4x3/2"}, program);
    CHECK(solving.exit_code == (code == 4 ? 0 : code));
    CHECK(occurrences(solving.err, "results.sh: --board 4x3 --pieces 2 ") == (code == 4 ? 8U : 1U));
  }
}

TEST_CASE("test.sh takes the name of a room with a slash at its end, and no other folder", "[cli]") {
  const TemporaryDirectory directory;
  for (const std::string folder : {"scripts", "tools", "tests/core", "tests/fuzz", "tests/packages"}) {
    std::filesystem::create_directories(directory.file(folder));
    std::ofstream(directory.file(folder + "/CMakeLists.txt")) << "\n";
  }
  std::ofstream(directory.file("tests/CMakeLists.txt")) << "\n";
  for (const std::string script : {"scripts/test.sh", "scripts/common.sh"}) {
    std::filesystem::copy_file(std::string(UISGE_SOURCE "/") + script, directory.file(script));
  }
  // In place of cmake and ctest, a script notes its options. All packages pass for installed.
  for (const std::string name : {"cmake", "ctest", "dpkg-query"}) {
    write_script(directory.file("tools/" + name), name == "dpkg-query"
                                                      ? "echo installed"
                                                      : "echo \"" + name + " $*\" >>'" + directory.file("did") + "'");
  }
  const auto run_script = [&](const std::vector<std::string>& words) {
    const RunOptions options{.environment = {"PATH=" + directory.file("tools") + ":" + std::getenv("PATH")}};
    return RunningProgram(directory.file("scripts/test.sh"), words, options).wait();
  };
  for (const std::vector<std::string>& room : {std::vector<std::string>{"core"}, {"core/"}, {"-L", "core/"}}) {
    CAPTURE(room);
    const ProgramRun run = run_script(joined(room, {"-R", "ring"}));
    CAPTURE(run.err);
    CHECK(run.exit_code == 0);
    const std::string did = text_of_file(directory.file("did"));
    CHECK(contains(did, " --target core_room\n"));
    CHECK(did.ends_with(" -L ^(core)(-|$) -R ring\n"));
    std::filesystem::remove(directory.file("did"));
  }
  for (const std::string folder : {"fuzz", "fuzz/", "packages/", ".", "./", "core/.", "none"}) {
    CAPTURE(folder);
    const ProgramRun run = run_script({folder});
    CHECK(run.exit_code == 2);
    CHECK(run.err == folder + ": no such room; there are core\n");
  }
  CHECK(!std::filesystem::exists(directory.file("did")));
}

// A process with less memory than a search usually takes. The usual amount is reduced to what there is; an amount that
// the user names is refused.
#include <catch2/catch.hpp>
#include <fstream>

#include "tests/cli/run_program.h"
#include "tests/db/naive_labels.h"

using namespace uisge::test;

namespace {

constexpr const char* kStartOfSmall = "4/bb2/1ww1 w";  // two a side, docs/rules.md

}  // namespace

#ifndef __SANITIZE_ADDRESS__  // which reserves terabytes of address space, so that no program starts within a limit
TEST_CASE("what nobody has asked for takes no more memory than there is", "[cli]") {
  if (UISGE_IS_EMULATED) {
    WARN("this test is skipped: the emulator itself does not start within such limits");
    return;
  }
  const TemporaryDirectory directory;
  const std::string record = directory.file("game.txt");
  std::ofstream(record) << "[Start \"" << kStartOfSmall << "\"]\n*\n";
  const std::string database = directory.file("x.uisge");
  const std::string extract = directory.file("x.extract");
  REQUIRE(run_uisge({"solve", "--board", "4x3", "--pieces", "2", "--out", database}).exit_code == 0);
  REQUIRE(run_uisge({"extract", database, "--plies", "2", "--draws", "10", "--out", extract}).exit_code == 0);
  struct Limited {
    std::vector<std::string> arguments;
    std::string input;
  };
  const std::vector<Limited> lines{
      {{"search", kStartOfSmall, "--plies", "6"}, ""},
      {{"book", kStartOfSmall, "--plies", "2", "--depth", "4", "--out", directory.file("x.book")}, ""},
      {{"engine"}, std::string("position fen ") + kStartOfSmall + "\ngo depth 4\nquit\n"},
      {{"play", kStartOfSmall}, "quit\n"},
      {{"annotate", record}, ""},
      {{"query", kStartOfSmall, "--search", "4", "--path", directory.path()}, ""},
      {{"extract", "--check", extract}, ""},
      {{"verify", database}, ""},
      {{"verify-proof", directory.file("x.proof")}, ""},
  };
  REQUIRE(run_uisge({"search", kStartOfSmall, "--plies", "6", "--proof", directory.file("x.proof")}).exit_code == 0);
  const auto run_limited = [&](std::vector<std::string> arguments, const std::string& input) {
    arguments.insert(arguments.begin(), {"-c", "ulimit -v 200000; exec \"$0\" \"$@\"", UISGE_PROGRAM});
    arguments.insert(arguments.end(), {"--threads", "1"});
    if (arguments[3] == "verify-proof") arguments.resize(arguments.size() - 2);
    RunOptions options;
    options.input = input;
    return RunningProgram("/bin/sh", arguments, options).wait();
  };
  for (const Limited& line : lines) {
    CAPTURE(line.arguments);
    const ProgramRun run = run_limited(line.arguments, line.input);
    CAPTURE(run.err, run.out);
    CHECK(run.exit_code == 0);
    if (line.arguments.front() == "engine") CHECK(run.out.find("bestmove ") != std::string::npos);
  }
  const ProgramRun refused = run_limited({"search", kStartOfSmall, "--plies", "6", "--memory", "512M"}, "");
  CHECK(refused.exit_code == 4);
  CHECK(is_one_error_line(refused.err));
}
#endif

// Tests commands in processes that have less memory than a search takes by default. The default is reduced to the
// available memory; a greater amount that the user names is refused.
#include <fmt/format.h>

#include "tests/cli/run_program.h"
#include "tests/db/naive_labels.h"

using namespace uisge::test;

namespace {

constexpr const char* kStartOfSmall = "4/bb2/1ww1 w";  // the start array of two a side (docs/rules.md)

}  // namespace

TEST_CASE("without --memory a command takes no more memory than the process may have", "[cli][no-asan]") {
  if (!can_limit_memory()) return;
  const TemporaryDirectory directory;
  const std::string record = directory.file("game.txt");
  std::ofstream(record) << "[Start \"" << kStartOfSmall << "\"]\n*\n";
  const std::string database = directory.file("x.uisge");
  const std::string extract = directory.file("x.extract");
  run_well({"solve", "--board", "4x3", "--pieces", "2", "--out", database});
  run_well({"extract", database, "--plies", "2", "--draws", "10", "--out", extract});
  const std::vector<std::pair<std::vector<std::string>, std::string>> lines{
      {{"search", kStartOfSmall, "--plies", "6"}, ""},
      {{"prove", kStartOfSmall}, ""},
      {{"book", kStartOfSmall, "--plies", "2", "--depth", "4", "--out", directory.file("x.book")}, ""},
      {{"engine"}, std::string("position fen ") + kStartOfSmall + "\ngo depth 4\n"},
      {{"play", kStartOfSmall}, "quit\n"},
      {{"annotate", record}, ""},
      {{"query", kStartOfSmall, "--search", "4", "--path", directory.path()}, ""},
      {{"extract", "--check", extract}, ""},
      {{"verify", database}, ""},
      {{"verify-proof", directory.file("x.proof")}, ""},
  };
  run_well({"search", kStartOfSmall, "--plies", "6", "--proof", directory.file("x.proof")});
  const auto run_limited = [&](const std::vector<std::string>& arguments, const std::string& input) {
    const bool is_extract_check = arguments.front() == "extract" && arguments[1] == "--check";
    const bool has_threads = arguments.front() != "verify-proof" && !is_extract_check;
    return run_in_folder(".", has_threads ? joined(arguments, {"--threads", "1"}) : arguments, {.input = input},
                         "ulimit -v 200000");
  };
  for (const auto& [arguments, input] : lines) {
    const ProgramRun run = run_limited(arguments, input);
    CAPTURE(arguments, run.err, run.out);
    CHECK(run.exit_code == 0);
    if (arguments.front() == "engine") CHECK(contains(run.out, "bestmove "));
  }
  check_refusal(run_limited({"search", kStartOfSmall, "--plies", "6", "--memory", "512M"}, ""), 4);
}

TEST_CASE("a stack that may be too small is refused at once", "[cli][bad][no-asan]") {
  if (is_skipped(UISGE_IS_EMULATED, "`ulimit -s` does not limit the emulator's stack")) return;
  const auto run_with = [](const char* kib) {
    return run_in_folder(".", {"search", "--board", "5x2", "--pieces", "2", "--plies", "500", "--memory", "16M"}, {},
                         std::string("ulimit -s ") + kib);
  };
  for (const char* kib : {"64", "4095"}) {
    const ProgramRun run = run_with(kib);
    CHECK(run.exit_code == 4);
    CHECK(run.err == fmt::format("uisge: stack: it is limited to {} KiB, 4096 are the least, see 'ulimit -s'\n", kib));
  }
  CHECK(run_with("4096").exit_code == 0);
}

// Tests `uisge reach` as a whole program.
#include "tests/cli/run_program.h"

using namespace uisge::test;
using nlohmann::json;

// White's only piece jumps, and White has won. The start and the position after the jump are counted with their images
// on the 3x2 board.
TEST_CASE("reach counts positions by ply and in total", "[cli][reach]") {
  for (const char* const method : {"planes", "keys"}) {
    const json found = run_json("reach", {"wb1/3 w", "--method", method});
    check_fields(found, "position", "wb1/3 w", "board", "3x2", "pieces", 1, "stuck", "loses", "diagonal_jumps", false,
                 "method", method, "complete", true, "ended", "complete", "plies", 1, "canonical", 2, "raw", 8,
                 "completed_canonical", 1, "completed_raw", 4);
    REQUIRE(found["by_ply"].size() == 2);
    check_fields(found["by_ply"][1], "ply", 1, "canonical", 1, "raw", 4);
  }
  const ProgramRun text = run_well({"reach", "wb1/3 w"});
  CHECK(text.err.empty());
  CHECK(contains(text.out, "Complete: nothing new arises after 1 ply.\n"));
}

TEST_CASE("reach stops after as many plies as asked for", "[cli][reach]") {
  // The real game has four first moves (docs/rules.md).
  const json found = run_json("reach", {"--plies", "1", "--threads", "1"});
  check_fields(found, "position", "7/2bb3/1bbbb2/2wwww1/3ww2/7 w", "method", "keys", "complete", false, "ended",
               "plies");
  CHECK(found["by_ply"][1]["canonical"] == 4);
  CHECK(found["board_live"].is_null());
  CHECK(run_json("reach", {"--plies", "0"})["canonical"] == 1);
}

TEST_CASE("reach says in which ply its memory was full", "[cli][reach]") {
  CHECK(contains(run_well({"reach", "--memory", "16M", "--threads", "1"}).out, "Stopped: no memory for more; ply "));
}

TEST_CASE("a count by keys takes no more memory than it may", "[cli][reach][no-asan]") {
  if (is_skipped(UISGE_IS_EMULATED, "the emulator's own memory counts as the program's")) return;
  for (const char* threads : {"1", "8"}) {
    CAPTURE(threads);
    const json found = run_json(
        "reach", {"--board", "5x4", "--pieces", "4", "--method", "keys", "--memory", "64M", "--threads", threads});
    CHECK(found["peak_memory"] <= 64 << 20);
  }
}

TEST_CASE("an interrupted reach prints what it has counted", "[cli][reach][.slow]") {
  RunningProgram program(UISGE_PROGRAM, {"reach", "--memory", "2G", "--threads", "1", "--json"});
  REQUIRE(program.wait_for_message("ply "));  // the first progress line, after ten seconds
  program.send(SIGINT);
  const ProgramRun run = program.wait();
  CHECK(run.exit_code == 130);
  const json found = json::parse(run.out);
  CHECK(found["ended"] == "interrupted");
  CHECK(found["by_ply"][1]["canonical"] == 4);
}

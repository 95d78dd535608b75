#include "tests/cli/run_program.h"
#include "tests/cli/win_in_one.h"
#include "tests/db/naive_labels.h"

using namespace uisge::test;
using nlohmann::json;

namespace {

// A full board, on which no side can move.
const std::string kStuck = "wb/bw w";

}  // namespace

TEST_CASE("search prints a proven win with its line", "[cli][search]") {
  const json found = run_json("search", {kWinInOne, "--memory", "1M"});
  check_fields(found, "position", kWinInOne, "value", "win", "distance", 1, "line", json{"a1c1"});
  CHECK(contains(run_uisge({"search", kWinInOne, "--memory", "1M"}).out, "White to move wins in 1 ply\n"));
}

TEST_CASE("search recognises a game that is over", "[cli][search]") {
  CHECK(run_json("search", {kStuck, "--memory", "1M"})["value"] == "loss");
  CHECK(run_json("search", {kStuck, "--memory", "1M", "--stuck", "wins"})["value"] == "win");
  const json draw = run_json("search", {kStuck, "--memory", "1M", "--stuck", "draws"});
  check_fields(draw, "value", "draw", "distance", nullptr);
  check_fields(run_json("search", {"Wb/WB b", "--memory", "1M"}), "value", "loss", "distance", 0);
}

// Each of a side's six blanks must jump to become a crown, and a side has five moves in ten plies. So nobody wins the
// real game under `draws` within ten plies.
TEST_CASE("search finds no win where there is none, and stops when told", "[cli][search]") {
  const json nothing = run_json("search", {"--plies", "10", "--stuck", "draws", "--memory", "1M"});
  check_fields(nothing, "value", nullptr, "no_forced_win_within", 10, "ended", "done");
  check_fields(nothing["known"], "value", "win", "move", "d3d1");  // docs/known.csv
  const json late = run_json("search", {"--plies", "500", "--stuck", "draws", "--memory", "16M", "--time", "0.2"});
  CHECK(late["value"].is_null());
  CHECK(late["no_forced_win_within"] >= 10);
  CHECK(late["ended"] == "time");
}

TEST_CASE("an interrupted search prints what it has proven", "[cli][search][.slow]") {
  RunningProgram program(UISGE_PROGRAM, {"search", "--plies", "500", "--stuck", "draws", "--memory", "16M", "--json"});
  // The first progress line shows that the search is running. Without a terminal, that line comes after ten seconds.
  REQUIRE(program.wait_for_message("ply "));
  program.send(SIGINT);
  const ProgramRun run = program.wait();
  CHECK(run.exit_code == 130);
  check_fields(json::parse(run.out), "ended", "interrupted", "value", nullptr);
}

TEST_CASE("a proof is written and checked", "[cli][search]") {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.proof");
  run_well({"search", kWinInOne, "--memory", "1M", "--proof", path});
  check_fields(run_json("verify-proof", {path}), "proven", true, "claim", "win", "within", 1);
  // The expected file was written by hand from docs/formats/proof.md.
  const std::string header = "uisge-proof 1\nrules loses\nposition " + kWinInOne + "\nclaim win 1\nmoves 1\n";
  CHECK(text_of_file(path) == header + kWinInOne + " 1 a1c1\nend\n");

  // The proof is kept even if the answer cannot be printed.
  for (const bool as_json : {false, true}) {
    std::filesystem::remove(path);
    std::vector<std::string> arguments{"search", kWinInOne, "--memory", "1M", "--proof", path};
    if (as_json) arguments.emplace_back("--json");
    CHECK(run_uisge(arguments, {.out_path = "/dev/full"}).exit_code == 4);
    CHECK(run_json("verify-proof", {path})["proven"] == true);
  }
}

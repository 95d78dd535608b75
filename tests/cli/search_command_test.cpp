#include <unistd.h>
#include <catch2/catch.hpp>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/cli/run_program.h"
#include "tests/cli/win_in_one.h"

using namespace uisge::test;
using nlohmann::json;

namespace {

// A full board, on which no side can move.
const std::string kStuck = "wb/bw w";

json searched(const std::vector<std::string>& arguments) {
  return run_json("search", arguments);
}

}  // namespace

TEST_CASE("search prints a proven win with its line", "[cli][search]") {
  const json found = searched({kWinInOne, "--memory", "1M"});
  CHECK(found["position"] == kWinInOne);
  CHECK(found["value"] == "win");
  CHECK(found["distance"] == 1);
  CHECK(found["line"] == json{"a1c1"});
  const ProgramRun text = run_uisge({"search", kWinInOne, "--memory", "1M"});
  CHECK(text.out.find("White to move wins in 1 ply\n") != std::string::npos);
}

TEST_CASE("search knows a game that is over", "[cli][search]") {
  CHECK(searched({kStuck, "--memory", "1M"})["value"] == "loss");
  CHECK(searched({kStuck, "--memory", "1M", "--stuck", "wins"})["value"] == "win");
  const json draw = searched({kStuck, "--memory", "1M", "--stuck", "draws"});
  CHECK(draw["value"] == "draw");
  CHECK(draw["distance"].is_null());
  const json completed = searched({"Wb/WB b", "--memory", "1M"});
  CHECK(completed["value"] == "loss");
  CHECK(completed["distance"] == 0);
}

// A side of six blanks needs six moves, so no side completes the real game within ten plies.
TEST_CASE("search finds nothing where there is nothing, and stops when told", "[cli][search]") {
  const json nothing = searched({"--plies", "10", "--stuck", "draws", "--memory", "1M"});
  CHECK(nothing["value"].is_null());
  CHECK(nothing["no_forced_win_within"] == 10);
  CHECK(nothing["ended"] == "done");
  const json late = searched({"--plies", "500", "--stuck", "draws", "--memory", "16M", "--time", "0.2"});
  CHECK(late["value"].is_null());
  CHECK(late["no_forced_win_within"] >= 10);
  CHECK(late["ended"] == "time");
}

TEST_CASE("an interrupted search prints what it has proven", "[cli][search][.slow]") {
  RunningProgram program(UISGE_PROGRAM, {"search", "--plies", "500", "--stuck", "draws", "--memory", "16M", "--json"});
  // The first progress line shows that the search runs. Without a terminal it comes after ten seconds.
  REQUIRE(program.wait_for_message("ply "));
  program.send(SIGINT);
  const ProgramRun run = program.wait();
  CHECK(run.exit_code == 130);
  const json proven = json::parse(run.out);
  CHECK(proven["ended"] == "interrupted");
  CHECK(proven["value"].is_null());
}

TEST_CASE("search refuses what it cannot do in one line", "[cli][search]") {
  const auto refusal = [](const std::vector<std::string>& arguments) {
    const ProgramRun run = run_uisge(arguments);
    INFO(run.err);
    CHECK(is_one_error_line(run.err));
    CHECK(run.out.empty());
    return run.exit_code;
  };
  CHECK(refusal({"search", "wb/b1 w"}) == 2);
  CHECK(refusal({"search", kWinInOne, "--plies", "501"}) == 2);
  CHECK(refusal({"search", kWinInOne, "--time", "-1"}) == 2);
  CHECK(refusal({"search", kWinInOne, "--memory", "900T"}) == 4);
}

TEST_CASE("a proof is written, checked and refused when it is false", "[cli][search]") {
  const std::string path =
      std::filesystem::temp_directory_path() / ("uisge-cli-" + std::to_string(getpid()) + ".proof");
  REQUIRE(run_uisge({"search", kWinInOne, "--memory", "1M", "--proof", path}).exit_code == 0);
  const ProgramRun good = run_uisge({"verify-proof", path, "--json"});
  CHECK(good.exit_code == 0);
  const json checked = json::parse(good.out);
  CHECK(checked["proven"] == true);
  CHECK(checked["claim"] == "win");
  CHECK(checked["within"] == 1);
  // Written by hand from docs/formats/proof.md.
  const std::string header = "uisge-proof 1\nrules loses\nposition " + kWinInOne + "\nclaim win 1\nmoves 1\n";
  CHECK(text_of_file(path) == header + kWinInOne + " 1 a1c1\nend\n");

  std::ofstream(path) << header << kWinInOne << " 1 a1a2\nend\n";
  const ProgramRun bad = run_uisge({"verify-proof", path});
  CHECK(bad.exit_code == 5);
  CHECK(is_one_error_line(bad.err));
  std::ofstream(path) << header;
  const ProgramRun cut = run_uisge({"verify-proof", path});
  CHECK(cut.exit_code == 3);
  CHECK(is_one_error_line(cut.err));
  std::filesystem::remove(path);
  CHECK(run_uisge({"search", kWinInOne, "--memory", "1M", "--proof", "/nowhere/at.all"}).exit_code == 4);
}

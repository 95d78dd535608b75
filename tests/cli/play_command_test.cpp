// Whole games through a scripted standard input.
#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/cli/run_program.h"
#include "tests/cli/win_in_one.h"

using namespace uisge::test;
using nlohmann::json;

namespace {

std::string played(std::vector<std::string> arguments, const std::string& input) {
  arguments.insert(arguments.begin(), {"play", "--threads", "1"});
  RunOptions options;
  options.input = input;
  const ProgramRun run = run_uisge(arguments, options);
  INFO(run.err);
  CHECK(run.exit_code == 0);
  CHECK(run.err.empty());
  return run.out;
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

bool has(const std::string& text, const std::string& part) {
  return count(text, part) > 0;
}

}  // namespace

TEST_CASE("a person plays by text, by number, and takes back", "[cli][play]") {
  const std::string by_text = played({kWinInOne, "--memory", "1M"}, "a1c1\n");
  CHECK(has(by_text, "White has won"));
  // The only other thing that White can do is to step with the crown, so one of the numbers wins.
  const std::string listed = played({kWinInOne, "--memory", "1M"}, "moves\n");
  const std::size_t at = listed.find(" a1c1 jump, turns crown");
  REQUIRE(at != std::string::npos);
  const std::string number = listed.substr(at - 1, 1);
  CHECK(has(played({kWinInOne, "--memory", "1M"}, number + "\n"), "White has won"));
  const std::string again = played({kWinInOne, "--memory", "1M"}, "a1c1\na1c1\nundo\ncopy\n");
  CHECK(has(again, "The game is over: undo, copy or quit."));
  CHECK(has(again, "position: " + kWinInOne));
}

TEST_CASE("whatever is typed gets an answer", "[cli][play]") {
  const std::string out = played({kWinInOne, "--memory", "1M"},
                                 "a1a2\n0\n99999999999999999999\n-1\nundo\nhint\n\xff\xfe\n  help  \n\ncopy");
  CHECK(has(out, "a1a2 is not possible"));
  CHECK(has(out, "There is no move of yours to take back."));
  CHECK(has(out, "* a1c1  wins in 1"));
  CHECK(count(out, "A move: its text") == 2);
  CHECK(has(out, "position: " + kWinInOne));
}

TEST_CASE("the program plays both sides to the end", "[cli][play]") {
  const std::string out = played({kWinInOne, "--memory", "1M", "--side", "none"}, "");
  CHECK(has(out, "White plays a1c1"));
  CHECK(has(out, "White has won"));
}

TEST_CASE("against a database play is perfect from both sides", "[cli][play]") {
  const std::string path =
      std::filesystem::temp_directory_path() / ("uisge-play-" + std::to_string(getpid()) + ".uisge");
  REQUIRE(run_uisge({"solve", "--board", "4x3", "--pieces", "2", "--out", path}).exit_code == 0);
  int decided = 0;
  for (const std::string position : {"bb2/1ww1/4 w", "1bb1/1ww1/4 w", "2bb/1ww1/4 w", "bB2/wW2/4 w", "bb2/Ww2/4 w"}) {
    const json known = json::parse(run_uisge({"query", path, position, "--json"}).out);
    const std::string out = played({position, "--database", path, "--side", "none"}, "");
    if (known["distance"].is_null()) {
      CHECK(has(out, "draw"));
      continue;
    }
    ++decided;
    CHECK(count(out, " plays ") == known["distance"]);
    CHECK(has(out, (known["value"] == "win" ? "White" : "Black") + std::string(" has won")));
  }
  CHECK(decided > 0);
  const ProgramRun other = run_uisge({"play", "--database", path, kWinInOne});
  CHECK(other.exit_code == 2);
  CHECK(is_one_error_line(other.err));
  std::filesystem::remove(path);
}

TEST_CASE("play refuses what makes no sense", "[cli][play]") {
  for (const std::vector<std::string>& arguments : {std::vector<std::string>{"play", "--json"},
                                                    {"play", "--side", "green"},
                                                    {"play", "--time", "0"},
                                                    {"play", "x"},
                                                    {"play", "--database", "a.uisge", "--stuck", "draws"}}) {
    const ProgramRun run = run_uisge(arguments);
    CHECK(run.exit_code == 2);
    CHECK(is_one_error_line(run.err));
  }
}

// --moves: every command that takes a position also takes moves, and answers about the position after them.
#include "tests/cli/run_program.h"
#include "tests/cli/solved_game.h"

using namespace uisge::test;
using Json = nlohmann::json;

namespace {

const std::vector<std::string> kSmallBoard{"--board", "4x3", "--pieces", "2"};

}  // namespace

TEST_CASE("with --moves a command answers about the position after the moves, from the start or another position",
          "[cli][moves]") {
  const SolvedFile solved({4, 3, 2});
  const std::string file = solved.path();
  // The test plays two plies. After each ply it goes on from the position that `query` gives for the move.
  const Json start = run_json("query", {file});
  for (const auto& first : start["moves"]) {
    const std::string one = first["move"];
    const std::string after_one = first["position"];
    const Json answer = run_json("query", {file, after_one});
    CHECK(run_json("query", {file, "--moves", one}) == answer);
    for (const auto& second : answer["moves"]) {
      const std::string two = one + " " + second["move"].get<std::string>();
      const std::string after_two = second["position"];
      CAPTURE(two);
      CHECK(run_json("show", joined(kSmallBoard, {"--moves", two})) == run_json("show", {after_two}));
      CHECK(run_json("show", {after_one, "--moves", second["move"]})["position"] == after_two);
      CHECK(run_json("query", {file, "start", "--moves", two})["position"] == after_two);
    }
  }
}

TEST_CASE("every command that takes a position takes moves", "[cli][moves]") {
  const Json first = run_json("show", kSmallBoard);
  const std::string move = first["moves"][0];
  const std::string after = run_json("show", joined(kSmallBoard, {"--moves", move}))["position"];
  CHECK(after != first["position"]);
  CHECK(run_json("search", joined(kSmallBoard, {"--moves", move, "--plies", "3"}))["position"] == after);
  CHECK(run_json("perft", joined(kSmallBoard, {"--moves", move, "--depth", "2"}))["nodes"] ==
        run_json("perft", {after, "--depth", "2"})["nodes"]);
  CHECK(run_json("reach", joined(kSmallBoard, {"--moves", move}))["by_ply"] == run_json("reach", {after})["by_ply"]);
  const RunOptions quit{.input = "quit\n"};
  const ProgramRun play =
      run_uisge(joined({"play", "--time", "0.1", "--side", "both", "--ascii", "--moves", move}, kSmallBoard), quit);
  const ProgramRun same = run_uisge({"play", after, "--time", "0.1", "--side", "both", "--ascii"}, quit);
  CHECK(play.exit_code == 0);
  CHECK(play.out == same.out);
  CHECK(contains(play.out, "Black"));
}

TEST_CASE("the list of moves may be empty, and may have any spaces", "[cli][moves]") {
  CHECK(run_json("show", {"--moves", ""})["position"] == run_json("show", {})["position"]);
  CHECK(run_json("show", {"--moves", " \t "})["position"] == run_json("show", {})["position"]);
  const std::string move = run_json("show", {})["moves"][0];
  CHECK(run_json("show", {"--moves", "  " + move + "\n"}) == run_json("show", {"--moves", move}));
}

// --moves: every command that takes a position also takes moves, and answers about the position after them.
#include "tests/cli/run_program.h"
#include "tests/cli/solved_game.h"

using namespace uisge::test;
using Json = nlohmann::json;

namespace {

// The start of two a side on this board (docs/rules.md).
const std::string kStartOfTwo = "4/bb2/1ww1 w";
const std::vector<std::string> kSmallBoard{"--board", "4x3", "--pieces", "2"};

}  // namespace

TEST_CASE("moves lead from the start, or from a position, to the one that is asked about", "[cli][moves]") {
  const SolvedFile solved({4, 3, 2});
  const std::string file = solved.path();
  // `query` says where each move leads: the test follows two plies.
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
  RunOptions quit;
  quit.input = "quit\n";
  const ProgramRun play =
      run_uisge(joined({"play", "--time", "0.1", "--side", "both", "--ascii", "--moves", move}, kSmallBoard), quit);
  const ProgramRun same = run_uisge({"play", after, "--time", "0.1", "--side", "both", "--ascii"}, quit);
  CHECK(play.exit_code == 0);
  CHECK(play.out == same.out);
  CHECK(contains(play.out, "Black"));
}

TEST_CASE("a move that is not possible is named by its number, with the reason", "[cli][moves][bad]") {
  check_refused({"show", "--moves", "d2f2 a1a2"}, 2, "move 2: a1a2 is not possible, there is no piece on a1");
  check_refused({"show", "--moves", "d2d9"}, 2, "move 1: expected two squares of the 7x6 board");
  check_refused({"search", "--moves", "nonsense"}, 2, "move 1: expected from and to");
  check_refused({"perft", "--depth", "1", "--moves", "pass"}, 2, "move 1: pass is not possible");
  check_refused({"show", "3/bw1 w", "--board", "3x2", "--moves", "b1a1"}, 2,
                "move 1: b1a1 is not possible, the game is over");
  const SolvedFile solved({4, 3, 2});
  const std::string file = solved.path();
  check_refused({"query", file, "-", "--moves", "a1a2"}, 2, "--moves: are those of one position",
                {.input = kStartOfTwo + "\n"});
  check_refused({"play", file, "--moves", "a1a2"}, 2, "move 1: ");
}

TEST_CASE("no moves are none, and spaces between them are any", "[cli][moves]") {
  CHECK(run_json("show", {"--moves", ""})["position"] == run_json("show", {})["position"]);
  CHECK(run_json("show", {"--moves", " \t "})["position"] == run_json("show", {})["position"]);
  const std::string move = run_json("show", {})["moves"][0];
  CHECK(run_json("show", {"--moves", "  " + move + "\n"}) == run_json("show", {"--moves", move}));
}

// Tests `uisge show` and `uisge perft` as whole programs.
#include "tests/cli/run_program.h"

using namespace uisge::test;
using Json = nlohmann::json;

TEST_CASE("show draws the start of the real game", "[cli][show]") {
  const ProgramRun result = run_well({"show"});
  CHECK(result.err.empty());
  CHECK(
      result.out.starts_with("6 . . . . . . .\n"
                             "5 . . b b . . .\n"
                             "4 . b b b b . .\n"
                             "3 . . w w w w .\n"
                             "2 . . . w w . .\n"
                             "1 . . . . . . .\n"
                             "  a b c d e f g\n"));
  CHECK(contains(result.out, "White to move, 4 moves: "));
}

TEST_CASE("show names the moves of a position", "[cli][show]") {
  const Json shown = run_json("show", {"7/2b1B2/2b1b2/bWwWwW1/1b3W1/7 w"});
  check_fields(shown, "position", "7/2b1B2/2b1b2/bWwWwW1/1b3W1/7 w", "board", "7x6", "pieces", 6, "to_move", "white",
               "over", false, "value", nullptr);
  CHECK(shown["moves"].size() == 5);  // tests/data/perft.txt
  CHECK(run_json("show", {"7/2b1B2/2b1b2/bWwWwW1/1b3W1/7 w", "--diagonal-jumps"})["moves"].size() == 6);
  CHECK(run_json("show", {"--board", "5x4"})["position"] == "1bb2/bbbb1/1wwww/2ww1 w");
}

TEST_CASE("show says who has won", "[cli][show]") {
  // In 3/bw1 White has no move: White's only jump would end off the board.
  const std::vector<std::array<std::string, 4>> cases{
      {"Wb/2 b", "loses", "loss", "White has won: all its pieces are crowns."},
      {"Wb/2 w", "loses", "win", "White has won: all its pieces are crowns."},
      {"3/bw1 w", "loses", "loss", "Black has won: White has no legal move."},
      {"3/bw1 w", "wins", "win", "White has won: it has no legal move."},
      {"3/bw1 w", "draws", "draw", "A draw: White has no legal move."},
      {"w2/b2 b", "passes", "draw", "A draw: neither side has a legal move."}};
  for (const auto& [position, stuck, value, text] : cases) {
    CAPTURE(position, stuck);
    CHECK(run_well({"show", position, "--stuck", stuck}).out.ends_with("\n" + text + "\n"));
    const Json shown = run_json("show", {position, "--stuck", stuck});
    check_fields(shown, "over", true, "value", value);
    CHECK(shown["moves"].empty());
  }
  check_fields(run_json("show", {"3/bw1 w", "--stuck", "passes"}), "over", false, "moves", Json::array({"pass"}));
}

TEST_CASE("perft counts by ply, from the start and from a position", "[cli][perft]") {
  // docs/rules.md and tests/data/perft.txt
  CHECK(run_json("perft", {"--depth", "7"})["nodes"] == Json({4, 18, 114, 781, 4458, 25285, 166328}));
  CHECK(run_json("perft", {"--depth", "6", "--stuck", "passes", "--diagonal-jumps"})["nodes"] ==
        Json({4, 18, 120, 861, 5230, 31552}));
  const Json divided = run_json(
      "perft", {"2B4/2BWB2/2b1b2/3Www1/3wwb1/7 b", "--depth", "5", "--divide", "--play-leaves", "--threads", "1"});
  CHECK(divided["nodes"] == Json({4, 42, 278, 2282, 16172}));
  CHECK(divided["seconds"].is_number());
  CHECK(divided["divide"].size() == 4);
  CHECK(divided["kernel"] == "portable");  // the kernels only count leaves
  std::uint64_t sum = 0;
  for (const Json& share : divided["divide"]) sum += share["nodes"].get<std::uint64_t>();
  CHECK(sum == 16172);
  CHECK(run_json("perft", {"--depth", "4", "--kernel", "portable"})["kernel"] == "portable");
  const ProgramRun text = run_well({"perft", "--depth", "3", "--divide"});
  CHECK(contains(text.out, "\n    3 " + std::string(23, ' ') + "114 "));
  CHECK(contains(text.out, "\n d2f2 "));
}

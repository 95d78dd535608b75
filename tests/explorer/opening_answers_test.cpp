// Tests what `uisge serve` says of the opening book that the program contains. Expected values come from docs/book.md
// and from the book in docs/book; tests/search/opening_tree_test.cpp compares all positions and counts.
#include "tests/cli/json_schema.h"
#include "tests/explorer/served_games.h"

using namespace uisge::test;
using namespace uisge::test::answers;

namespace {

Json move_named(const Json& answer, const std::string& name) {
  for (const Json& move : answer["moves"]) {
    if (move["move"] == name) return move;
  }
  return Json();
}

}  // namespace

TEST_CASE("the server tells the opening book move by move", "[serve][openings]") {
  const TemporaryDirectory empty;
  const RunningServer server({"serve", empty.path(), "--search", "0"});
  CHECK(
      server.get_json("/api/files")["openings"] ==
      Json{
          {"board", "7x6"}, {"pieces", 6}, {"stuck", "loses"}, {"diagonal_jumps", false}, {"plies", 6}, {"depth", 17}});
  const Json first = server.get_json("/api/openings?position=start");
  REQUIRE(first["moves"].size() == 4);
  for (const Json& move : first["moves"]) {
    check_fields(move, "value", nullptr, "no_forced_win_within", 17);
    CHECK(move["positions"] > move["won"].get<int>() + move["lost"].get<int>());
  }
  CHECK(move_named(server.get_json("/api/openings?moves=d3b3"), "c5e5")["distance"] == 16);
  // The book has no moves from positions of its last ply, and the server has no book of another game.
  for (const char* const query :
       {"stuck=wins", "diagonal_jumps=true", "board=7x6&pieces=4", "position=1B1B3/1BbW3/2b1b2/2wWw2/2Ww3/7+w"}) {
    CAPTURE(query);
    CHECK(server.get_json(std::string("/api/openings?") + query)["moves"].empty());
  }
  CHECK(contains(error_text(server.get("/api/openings?moves=a1a2"), 400), "a1a2"));
}

TEST_CASE("without a search the book answers the real game's first plies", "[serve][openings]") {
  const TemporaryDirectory empty;
  const RunningServer server({"serve", empty.path(), "--search", "0"});
  const auto ask = [&](const std::string& moves) {
    Json answer = server.get_json("/api/position?moves=" + moves);
    CHECK(schema_violation("query", answer.dump() + "\n").empty());
    return answer;
  };
  // The table of known starts knows more than the book about the start and the winning move.
  const Json start = ask("");
  CHECK(start["source"] == "known");
  check_fields(start["moves"][0], "move", "d3d1", "value", "win");
  CHECK(start["moves"][1]["no_forced_win_within"] == 17);
  const Json after = ask("d3b3");
  check_fields(after, "source", "book", "value", nullptr, "no_forced_win_within", 17);
  check_fields(after["moves"].back(), "move", "c5e5", "value", "loss", "distance", 16);
  const Json won = ask("d3b3+c5e5");
  check_fields(won, "value", "win", "distance", 15);
  CHECK(won["moves"][0]["best"] == true);
}

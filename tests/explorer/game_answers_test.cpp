// Tests what `uisge serve` answers about play. The moves that the server chooses are compared with the oracle, and the
// server's reviews with the output of `uisge annotate`.
#include <fmt/format.h>

#include "tests/cli/json_schema.h"
#include "tests/cli/random_game.h"
#include "tests/explorer/served_games.h"

using namespace uisge::test;
using namespace uisge::test::answers;
using oracle::Stuck;

TEST_CASE("the server plays a best move at level 10 and a legal one at level 1", "[serve][answers]") {
  const ServedGames served({{3, 3, 2, Stuck::kPasses, false}, {4, 3, 2, Stuck::kLoses, false}});
  std::set<std::string> weak;  // moves that are not among the best
  std::size_t passes = 0;
  for (const OracleGame& solved : served.oracles()) {
    for (const oracle::Position& position : solved.every(solved.universe().size() / 100)) {
      const auto moves = solved.moves(position);
      const auto best = solved.best_moves(position);
      for (const int level : {10, 1}) {
        const std::string target = asking("/api/move", solved.game(), position, fmt::format("&level={}", level));
        CAPTURE(target);
        const HttpAnswer answer = served.server().get(target);
        if (moves.empty()) {
          CHECK(contains(error_text(answer, 400), "over"));
          continue;
        }
        const Json json = json_of(answer, 200);
        CHECK(json.size() == 3);
        CHECK(json["level"] == level);
        const std::string move = json["move"];
        REQUIRE(moves.contains(move));
        CHECK(json["position"] == oracle::print(moves.at(move)));
        const bool is_best = std::find(best.begin(), best.end(), move) != best.end();
        if (level == 10) CHECK(is_best);
        if (!is_best) weak.insert(move);
        if (move == "pass") ++passes;
      }
    }
  }
  CHECK(passes > 0);
  CHECK(!weak.empty());
}

TEST_CASE("the server reviews a game as annotate does", "[serve][answers]") {
  const ServedGames served({{4, 3, 2, Stuck::kLoses, false},
                            {4, 3, 2, Stuck::kPasses, false},
                            {3, 3, 2, Stuck::kWins, true},
                            {3, 3, 2, Stuck::kDraws, false}});
  std::mt19937 random(3);
  std::set<std::string> results;
  for (const OracleGame& solved : served.oracles()) {
    const oracle::Game& game = solved.game();
    for (const std::size_t plies : {0U, 5U, 12U, 40U}) {
      const RandomGame played = random_game_of(solved, plies, random);
      results.insert(played.result);
      CAPTURE(played.record(game));
      const HttpAnswer answer = served.server().post("/api/annotate", {{"position", oracle::print(played.start)},
                                                                       {"moves", played.moves_text()},
                                                                       {"stuck", to_string(game.stuck)},
                                                                       {"diagonal_jumps", game.diagonal_jumps}});
      Json json = json_of(answer, 200);
      CHECK(schema_violation("annotate", answer.body) == "");
      Json expected =
          Json::parse(run_well({"annotate", served.path(game), "-", "--json"}, {.input = played.record(game)}).out);
      for (Json& file : expected["files"]) file = std::filesystem::path(file.get<std::string>()).filename();
      json.erase("record");
      expected.erase("record");
      CHECK(json == expected);
    }
  }
  CHECK(results.size() >= 3);
  // This server has no file of the 5x3 board and does not search.
  CHECK(served.server().post("/api/annotate", {{"position", "5/bb3/1ww2 w"}, {"moves", ""}}).status == 404);
  CHECK(contains(
      error_text(served.server().post("/api/annotate", {{"position", "4/bb2/1ww1 w"}, {"moves", "c1a1 c1a1"}}), 400),
      "move 2"));
  CHECK(contains(error_text(served.server().post("/api/annotate", {{"moves", Json::array({"c1a1"})}}), 400),
                 "moves: is no text as \"d2d4 c5c3\""));
}

TEST_CASE("records are read into games", "[serve][answers]") {
  const ServedGames served({{4, 3, 2, Stuck::kPasses, false}});
  const std::string text =
      "[White \"Ann\"]\n[Board \"4x3\"]\n[Pieces \"2\"]\n[Stuck \"passes\"]\n\n1. c1a1 {a comment} a2c2 2. a1a2 (2. "
      "a1c1 c2a2 (2... c2b3)) *\n\n[Board \"4x3\"]\n[Pieces \"2\"]\n\n1. c1a1 1-0\n";
  const Json json = json_of(served.server().post("/api/records", {{"text", text}}), 200);
  REQUIRE(json["games"].size() == 2);
  check_fields(json["games"][0], "white", "Ann", "start", "4/bb2/1ww1 w", "stuck", "passes", "moves",
               Json{"c1a1", "a2c2", "a1a2"}, "with_variations", "c1a1 a2c2 a1a2 (a1c1 c2a2 (c2b3))");
  check_fields(json["games"][1], "with_variations", "c1a1", "result", "1-0", "stuck", "loses");
  CHECK(json_of(served.server().post("/api/records", {{"text", ""}}), 200)["games"].empty());
  CHECK(error_text(served.server().post("/api/records", {{"text", "[Board \"4x3\"]\n[Pieces \"2\"]\n\n1. a1a1 *\n"}}),
                   400)
            .starts_with("line 4, column 4: "));
  // A result alone is a game without moves (docs/formats/game-record.md).
  const auto post_games = [&](int games) {
    std::string results;
    for (int i = 0; i < games; ++i) results += "* ";
    return served.server().post("/api/records", {{"text", results}});
  };
  CHECK(json_of(post_games(1000), 200)["games"].size() == 1000);
  CHECK(contains(error_text(post_games(1001), 400), "more than 1000 games"));
  for (const Json& wrong : {Json{{"text", 5}}, Json{{"txt", ""}}, Json::array(), Json::object()}) {
    CHECK_FALSE(error_text(served.server().post("/api/records", wrong), 400).empty());
  }
}

// Tests that `uisge serve` answers about positions as docs/api.md promises: objects and errors are those of
// `uisge query`.
#include <fmt/format.h>

#include "tests/cli/json_schema.h"
#include "tests/cli/random_game.h"
#include "tests/explorer/served_games.h"

using namespace uisge::test;
using namespace uisge::test::answers;
using oracle::Outcome;
using oracle::Stuck;

namespace {

constexpr std::size_t kMostPositions = 1000;  // the greatest number of positions in one request (docs/api.md)

}  // namespace

// tests/cli/end_to_end_test.cpp compares the answers of `query` about these positions with the oracle.
TEST_CASE("the server answers every position of a small board as query does, and the oracle", "[serve][answers]") {
  const ServedGames served(all_rules(3, 3, 2));
  for (const OracleGame& solved : served.oracles()) {
    const oracle::Game& game = solved.game();
    CAPTURE(file_name(game));
    std::set<std::string> asked;  // all live positions, and the ends of the game one move later
    for (const oracle::Position& position : solved.every(1)) {
      asked.insert(oracle::print(position));
      for (const auto& [move, next] : solved.moves(position)) {
        if (solved.moves(next).empty()) asked.insert(oracle::print(next));
      }
    }
    const std::vector<std::string> positions(asked.begin(), asked.end());
    const ProgramRun run = run_well({"query", served.path(game), "-", "--json", "--no-line", "--hardness", "0"},
                                    {.input = fmt::format("{}\n", fmt::join(positions, "\n"))});
    const std::vector<Json> expected = json_lines(run.out);
    REQUIRE(expected.size() == positions.size());
    std::string wrong;
    for (std::size_t begin = 0; begin < positions.size(); begin += kMostPositions) {
      const std::size_t end = std::min(begin + kMostPositions, positions.size());
      const Json request{{"positions", std::vector(&positions[begin], &positions[begin] + (end - begin))},
                         {"stuck", to_string(game.stuck)},
                         {"diagonal_jumps", game.diagonal_jumps}};
      Json answers = json_of(served.server().post("/api/positions", request), 200)["answers"];
      REQUIRE(answers.size() == end - begin);
      for (std::size_t i = begin; i < end; ++i) {
        Json right = expected[i];
        right.erase("line_number");
        right["file"] = file_name(game);
        const oracle::Position position = oracle::parse(positions[i]);
        if (answers[i - begin] != right || !is_value(right, solved.label(position))) wrong = answers[i - begin].dump();
      }
    }
    CHECK(wrong == "");
  }
}

TEST_CASE("several positions are answered one by one, invalid ones with an error", "[serve][answers]") {
  const ServedGames served({{3, 3, 2, Stuck::kLoses, false}});
  const auto& server = served.server();
  const Json good = "3/bb1/1ww w";
  const Json answers =
      json_of(server.post("/api/positions",
                          {{"positions", {good, "3/bb1/1ww", good, "4/1bb1/1ww1 w", "b2/1w1/3 w", "3/bb1/1ww b"}}}),
              200)["answers"];
  REQUIRE(answers.size() == 6);
  CHECK(answers[0]["value"] == to_string(served.oracle().label(oracle::parse(good)).outcome));
  CHECK(answers[2] == answers[0]);
  CHECK(answers[0].contains("moves"));
  CHECK_FALSE(answers[0].contains("line"));
  CHECK(answers[5]["position"] == "3/bb1/1ww b");
  for (const std::size_t i : {1U, 3U, 4U}) {
    CHECK(answers[i].size() == 1);
    CHECK(answers[i]["error"].is_string());
  }
  CHECK(answers[1]["error"] == error_of({"query", served.path(served.oracle().game()), "3/bb1/1ww"}));
  CHECK(answers[4]["error"] == error_of({"query", served.path(served.oracle().game()), "b2/1w1/3 w"}));
  // The request has no position, a thousand positions, or one position more than allowed.
  CHECK(json_of(server.post("/api/positions", {{"positions", Json::array()}}), 200) ==
        Json{{"answers", Json::array()}});
  const std::vector<std::string> thousand(kMostPositions, good);
  CHECK(json_of(server.post("/api/positions", {{"positions", thousand}}), 200)["answers"].size() == kMostPositions);
  std::vector<std::string> more = thousand;
  more.push_back(good);
  CHECK(server.post("/api/positions", {{"positions", more}}).status == 400);
}

TEST_CASE("a position is answered as query does, with the line and the hardness that are asked for",
          "[serve][answers]") {
  const ServedGames served({{3, 3, 2, Stuck::kPasses, false},
                            {3, 3, 2, Stuck::kLoses, true},
                            {4, 3, 2, Stuck::kDraws, false},
                            {4, 3, 2, Stuck::kWins, false}});
  const std::vector<std::pair<std::string, std::vector<std::string>>> ways{
      {"", {}}, {"&line=false&hardness=0", {"--no-line", "--hardness", "0"}}, {"&hardness=3", {"--hardness", "3"}}};
  bool ranks_draws = false;
  for (const OracleGame& solved : served.oracles()) {
    const oracle::Game& game = solved.game();
    std::vector<oracle::Position> asked = solved.every(solved.universe().size() / 6);
    const auto has_draws_to_rank = [&](const oracle::Position& position) {
      return solved.label(position).outcome == Outcome::kDraw && solved.best_moves(position).size() > 2;
    };
    const auto all = solved.every(1);
    const auto drawn = std::ranges::find_if(all, has_draws_to_rank);
    if (drawn != all.end()) asked.push_back(*drawn);
    for (const oracle::Position& position : asked) {
      const std::string text = oracle::print(position);
      for (const auto& way : ways) {
        CAPTURE(file_name(game), text, way.first);
        const HttpAnswer answer = served.server().get(asking("/api/position", game, position, way.first));
        CHECK(schema_violation("query", answer.body) == "");
        const Json json = json_of(answer, 200);
        CHECK(json == query_json(served.path(game), with_rules(joined({text}, way.second), game)));
        ranks_draws |= json.contains("hardness_plies") && json["hardness_plies"] == 3;
      }
    }
  }
  CHECK(ranks_draws);
}

TEST_CASE("moves are played before a position is answered", "[serve][answers]") {
  const ServedGames served({{4, 3, 2, Stuck::kPasses, true}});
  const OracleGame& solved = served.oracle();
  const oracle::Game& game = solved.game();
  std::mt19937 random(1);
  for (int i = 0; i < 20; ++i) {
    const RandomGame played = random_game_of(solved, 6, random);
    const std::string moves = played.moves_text();
    CHECK(served.server().get_json(asking("/api/position", game, played.start, "&moves=" + encoded(moves))) ==
          query_json(served.path(game), with_rules({oracle::print(played.start), "--moves", moves}, game)));
  }
  // In an address "+" also means a space.
  const std::string start = "/api/position?position=4/bb2/1ww1+w&" + rules_in_query(game);
  CHECK(served.server().get_json(start + "&moves=c1a1+a2c2")["position"] ==
        oracle::print(solved.moves(solved.moves(oracle::parse("4/bb2/1ww1 w")).at("c1a1")).at("a2c2")));
  for (const char* moves : {"c1a1 a1c1", "a1a2", "c1a1 a2c2 pass", "c1a1 a2c2 zz", "c1a1,a2c2", "c1"}) {
    CAPTURE(moves);
    const std::string error = error_text(served.server().get(start + "&moves=" + encoded(moves)), 400);
    CHECK(error == error_of(with_rules({"query", served.path(game), "4/bb2/1ww1 w", "--moves", moves}, game)));
    const auto first_wrong = std::string(moves).starts_with("c1a1 a2c2") ? "move 3" : "move ";
    CHECK(contains(error, first_wrong));
  }
}

TEST_CASE("a start array is found by board and pieces", "[serve][answers]") {
  const ServedGames served({{4, 3, 2, Stuck::kLoses, false}});
  const auto& server = served.server();
  CHECK(server.get_json("/api/position?position=start&board=4x3&pieces=2") ==
        query_json(served.path(served.oracle().game()), {"start"}));
  CHECK(server.get_json("/api/position?board=4x3&pieces=2")["position"] == "4/bb2/1ww1 w");
  // Without parameters the position is the real game's start. No served file has this start, but the table of known
  // starts has it. The book has only positions of the first six plies, and six plies cannot make four black crowns. A
  // board without a start is an error.
  CHECK(server.get_json("/api/position")["position"] == "7/2bb3/1bbbb2/2wwww1/3ww2/7 w");
  CHECK(server.get_json("/api/position")["source"] == "known");
  CHECK(contains(error_text(server.get("/api/position?moves=c2c5"), 400), "move 1"));
  CHECK(contains(error_text(server.get("/api/position?position=7/2BB3/1BBbb2/2wwww1/3ww2/7+w"), 404), "7x6"));
  CHECK(error_text(server.get("/api/position?board=2x2&pieces=2"), 400) ==
        error_of({"show", "start", "--board", "2x2", "--pieces", "2"}));
}

TEST_CASE("the server says why a move is not possible", "[serve][answers]") {
  const ServedGames served({{4, 3, 2, Stuck::kLoses, false}});
  const auto why = [&](const std::string& position, const std::string& move, int status = 200) {
    return json_of(served.server().get("/api/why?position=" + encoded(position) + "&move=" + encoded(move)), status);
  };
  const std::string start = "4/bb2/1ww1 w";
  CHECK(why(start, "c1a1") == Json{{"why", nullptr}, {"apart", Json::array()}});
  CHECK(why(start, "c1") == Json{{"why", nullptr}, {"apart", Json::array()}});
  CHECK(why(start, "c1d1")["why"] == "the piece on c1 is a blank and cannot step");
  CHECK(why(start, "a2")["why"] == "the piece on a2 is the other side's");
  // The piece on c2 connects c1 and d1 to the group.
  const Json apart = why("4/1wb1/1bw1/2Wb w", "c2");
  CHECK(apart == Json{{"why", "it would leave the pieces unconnected"}, {"apart", {"c1", "d1"}}});
  CHECK(why("2Wb/2WB/4 b", "d3")["why"] == "the game is over");
  for (const char* const wrong : {"", "c", "c1d", "c1c1", "e1", "c9", "c1e1", "pass!", "ab cd"}) {
    CAPTURE(wrong);
    CHECK_FALSE(why(start, wrong, 400)["error"].get<std::string>().empty());
  }
}

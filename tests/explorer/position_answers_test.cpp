// Tests that `uisge serve` answers about positions as docs/api.md promises. Values and moves are compared with the
// oracle, objects and errors with the output of `uisge query`.
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <set>

#include "tests/cli/json_schema.h"
#include "tests/explorer/random_game.h"
#include "tests/explorer/served_games.h"

using namespace uisge::test;
using namespace uisge::test::answers;
using oracle::Outcome;
using oracle::Stuck;

namespace {

constexpr std::size_t kMostPositions = 1000;  // the most positions of one request (docs/api.md)

std::vector<oracle::Game> all_rules_of(int files, int ranks) {
  std::vector<oracle::Game> games;
  for (const Stuck stuck : oracle::kAllStuckRules) {
    for (const bool diagonal_jumps : {false, true}) games.push_back({files, ranks, 2, stuck, diagonal_jumps});
  }
  return games;
}

// The sort key of a move: wins, shortest first; draws; losses, longest first; ties by text.
std::pair<int, std::string> place_of(const Json& move) {
  const int distance = move.at("distance").is_null() ? 0 : move.at("distance").get<int>();
  const int place = move.at("value") == "win" ? distance - 2000 : move.at("value") == "draw" ? 0 : 2000 - distance;
  return {place, move.at("move")};
}

// The first fault of an answer; empty if it is right.
std::string flaw_of(const Json& answer, const OracleGame& solved, const oracle::Position& position) {
  const oracle::Game& game = solved.game();
  if (answer.at("position") != oracle::print(position)) return "another position";
  if (answer.at("board") != board_text(game) || answer.at("pieces") != game.pieces) return "another board";
  if (answer.at("stuck") != to_string(game.stuck) || answer.at("diagonal_jumps") != game.diagonal_jumps) {
    return "other rules";
  }
  if (answer.at("source") != "file" || answer.at("file") != file_name(game)) return "another file";
  if (!is_value(answer, solved.label(position))) return "another value";
  const auto moves = solved.moves(position);
  if (answer.at("over").is_null() == moves.empty()) return "over or not";
  if (answer.at("moves").size() != moves.size()) return "more or fewer moves";
  const auto best = solved.best_moves(position);
  std::optional<std::pair<int, std::string>> before;
  for (const Json& move : answer.at("moves")) {
    const auto found = moves.find(move.at("move"));
    if (found == moves.end()) return "an illegal move";
    if (move.at("position") != oracle::print(found->second)) return "another position after a move";
    if (!is_value(move, solved.label_by_move(found->second))) return "another value of a move";
    if (move.at("best") != (std::find(best.begin(), best.end(), found->first) != best.end())) return "best or not";
    if (before && place_of(move) <= *before) return "another order of moves";
    before = place_of(move);
  }
  return "";
}

// Every position of the board, and the positions after it in which the game is over, with White and Black to move.
std::vector<oracle::Position> positions_to_ask(const OracleGame& solved) {
  std::vector<oracle::Position> positions = solved.every(1);
  std::set<std::string> ended;
  for (const oracle::Position& position : solved.every(7)) {
    for (const auto& [move, next] : solved.moves(position)) {
      const bool is_over = oracle::all_crowns(next, 'w') || oracle::all_crowns(next, 'b');
      if (is_over && ended.insert(oracle::print(next)).second) positions.push_back(next);
    }
  }
  return positions;
}

// Asks about all positions, a thousand at a time, and returns the first fault.
std::string first_flaw(const RunningServer& server, const OracleGame& solved,
                       const std::vector<oracle::Position>& positions) {
  for (std::size_t begin = 0; begin < positions.size(); begin += kMostPositions) {
    const std::size_t count = std::min(kMostPositions, positions.size() - begin);
    Json request{{"positions", Json::array()},
                 {"stuck", to_string(solved.game().stuck)},
                 {"diagonal_jumps", solved.game().diagonal_jumps}};
    for (std::size_t i = 0; i < count; ++i) request["positions"].push_back(oracle::print(positions[begin + i]));
    const HttpAnswer answer = server.post("/api/positions", request);
    if (answer.status != 200) return answer.body;
    const Json answers = Json::parse(answer.body).at("answers");
    if (answers.size() != count) return "another number of answers";
    for (std::size_t i = 0; i < count; ++i) {
      const std::string flaw = flaw_of(answers[i], solved, positions[begin + i]);
      if (!flaw.empty()) return flaw + ": " + answers[i].dump();
      if (i % 100 == 0) {
        const std::string violation = schema_violation("query", answers[i].dump() + "\n");
        if (!violation.empty()) return violation;
      }
    }
  }
  return "";
}

}  // namespace

TEST_CASE("the server answers every position of a small board as the oracle does", "[serve][answers]") {
  auto games = all_rules_of(3, 3);
  for (const Stuck stuck : oracle::kAllStuckRules) games.push_back({4, 3, 2, stuck, false});
  const ServedGames served(games);
  for (const OracleGame& solved : served.oracles()) {
    CAPTURE(file_name(solved.game()));
    CHECK(first_flaw(served.server(), solved, positions_to_ask(solved)).empty());
  }
}

TEST_CASE("several positions are answered one by one, those that are none with an error", "[serve][answers]") {
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
  // No position, a thousand positions, and one too many.
  CHECK(json_of(server.post("/api/positions", {{"positions", Json::array()}}), 200) ==
        Json{{"answers", Json::array()}});
  const std::vector<std::string> thousand(kMostPositions, good);
  CHECK(json_of(server.post("/api/positions", {{"positions", thousand}}), 200)["answers"].size() == kMostPositions);
  std::vector<std::string> more = thousand;
  more.push_back(good);
  CHECK(server.post("/api/positions", {{"positions", more}}).status == 400);
}

TEST_CASE("a position is answered as query does", "[serve][answers]") {
  const ServedGames served({{3, 3, 2, Stuck::kPasses, false},
                            {3, 3, 2, Stuck::kLoses, true},
                            {4, 3, 2, Stuck::kDraws, false},
                            {4, 3, 2, Stuck::kWins, false}});
  for (const OracleGame& solved : served.oracles()) {
    const oracle::Game& game = solved.game();
    for (const oracle::Position& position : solved.every(solved.universe().size() / 6)) {
      const std::string text = oracle::print(position);
      CAPTURE(file_name(game), text);
      const HttpAnswer answer = served.server().get(asking("/api/position", game, position));
      const Json json = json_of(answer, 200);
      CHECK(schema_violation("query", answer.body) == "");
      CHECK(json == query_json(served.path(game), with_rules({text}, game)));
      const std::string without = asking("/api/position", game, position, "&line=false&hardness=0");
      CHECK(served.server().get_json(without) ==
            query_json(served.path(game), with_rules({text, "--no-line", "--hardness", "0"}, game)));
    }
  }
}

TEST_CASE("the server ranks draws as hard as query does", "[serve][answers]") {
  const ServedGames served({{4, 3, 2, Stuck::kDraws, false}});
  const OracleGame& solved = served.oracle();
  std::vector<oracle::Position> drawn;  // drawn positions with several drawing moves
  for (const oracle::Position& position : solved.every(1)) {
    if (solved.label(position).outcome == Outcome::kDraw && solved.best_moves(position).size() > 2) {
      drawn.push_back(position);
    }
  }
  REQUIRE(drawn.size() > 10);
  for (const std::size_t which : {std::size_t{0}, drawn.size() / 2}) {
    for (const char* plies : {"0", "1", "3", "5", "7"}) {
      const std::string text = oracle::print(drawn[which]);
      CAPTURE(text, plies);
      const auto answer = served.server().get_json(
          asking("/api/position", solved.game(), drawn[which], std::string("&hardness=") + plies));
      CHECK(answer == query_json(served.path(solved.game()), with_rules({text, "--hardness", plies}, solved.game())));
      CHECK(answer.contains("hardness_plies") == (plies != std::string("0")));
    }
  }
}

TEST_CASE("a line of the server is best play to the end of the game", "[serve][answers]") {
  const ServedGames served({{4, 3, 2, Stuck::kPasses, false}});
  const OracleGame& solved = served.oracle();
  std::size_t passes = 0;
  std::vector<oracle::Position> positions = solved.every(40);
  for (const oracle::Position& position : solved.every(1)) {
    if (passes < 3 && solved.moves(position).contains("pass") && solved.label(position).outcome != Outcome::kDraw) {
      positions.push_back(position);
      ++passes;
    }
  }
  CHECK(passes == 3);
  std::string wrong;
  for (const oracle::Position& position : positions) {
    const auto answer = served.server().get_json(asking("/api/position", solved.game(), position));
    oracle::Position here = position;
    for (const std::string move : answer["line"]) {
      const auto best = solved.best_moves(here);
      if (std::find(best.begin(), best.end(), move) == best.end()) wrong = answer.dump();
      if (!wrong.empty()) break;
      here = solved.moves(here).at(move);
    }
    const bool is_decided = solved.label(position).outcome != Outcome::kDraw;
    if (is_decided && (solved.label(here).distance != 0 || !solved.moves(here).empty())) wrong = answer.dump();
  }
  CHECK(wrong == "");
}

TEST_CASE("moves are played before a position is answered", "[serve][answers]") {
  const ServedGames served({{4, 3, 2, Stuck::kPasses, true}});
  const OracleGame& solved = served.oracle();
  const oracle::Game& game = solved.game();
  std::mt19937 random(1);
  for (int i = 0; i < 20; ++i) {
    const RandomGame played = random_game_of(solved, 6, random);
    oracle::Position here = played.start;
    for (const std::string& move : played.moves) here = solved.moves(here).at(move);
    const auto answer =
        served.server().get_json(asking("/api/position", game, played.start, "&moves=" + encoded(played.moves_text())));
    CHECK(flaw_of(answer, solved, here) == "");
    if (i == 0) {
      CHECK(answer == query_json(served.path(game),
                                 with_rules({oracle::print(played.start), "--moves", played.moves_text()}, game)));
    }
  }
  // "+" also means a blank.
  const std::string start = "/api/position?position=4/bb2/1ww1+w&" + rules_in_query(game);
  CHECK(served.server().get_json(start + "&moves=c1a1+a2c2")["position"] ==
        oracle::print(solved.moves(solved.moves(oracle::parse("4/bb2/1ww1 w")).at("c1a1")).at("a2c2")));
  for (const char* moves : {"c1a1 a1c1", "a1a2", "c1a1 a2c2 pass", "c1a1 a2c2 zz", "c1a1,a2c2", "c1"}) {
    CAPTURE(moves);
    const std::string error = error_in(served.server().get(start + "&moves=" + encoded(moves)), 400);
    CHECK(error == error_of(with_rules({"query", served.path(game), "4/bb2/1ww1 w", "--moves", moves}, game)));
    const auto first_wrong = std::string(moves).starts_with("c1a1 a2c2") ? "move 3" : "move ";
    CHECK(error.find(first_wrong) != std::string::npos);
  }
}

TEST_CASE("a start array is found by board and pieces", "[serve][answers]") {
  const ServedGames served({{4, 3, 2, Stuck::kLoses, false}});
  const auto& server = served.server();
  CHECK(server.get_json("/api/position?position=start&board=4x3&pieces=2") ==
        query_json(served.path(served.oracle().game()), {"start"}));
  CHECK(server.get_json("/api/position?board=4x3&pieces=2")["position"] == "4/bb2/1ww1 w");
  // Without parameters the position is the real game's start. No file here holds it, but the table of known starts
  // does. The book has the positions of the first six plies, too few for four black crowns. A board without a start is
  // an error.
  CHECK(server.get_json("/api/position")["position"] == "7/2bb3/1bbbb2/2wwww1/3ww2/7 w");
  CHECK(server.get_json("/api/position")["source"] == "known");
  CHECK(error_in(server.get("/api/position?moves=c2c5"), 400).find("move 1") != std::string::npos);
  CHECK(error_in(server.get("/api/position?position=7/2BB3/1BBbb2/2wwww1/3ww2/7+w"), 404).find("7x6") !=
        std::string::npos);
  CHECK(error_in(server.get("/api/position?board=2x2&pieces=2"), 400) ==
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
  // c2 connects c1 and d1 to the group.
  const Json apart = why("4/1wb1/1bw1/2Wb w", "c2");
  CHECK(apart == Json{{"why", "it would leave the pieces unconnected"}, {"apart", {"c1", "d1"}}});
  CHECK(why("2Wb/2WB/4 b", "d3")["why"] == "the game is over");
  for (const char* const wrong : {"", "c", "c1d", "c1c1", "e1", "c9", "c1e1", "pass!", "ab cd"}) {
    CAPTURE(wrong);
    CHECK_FALSE(why(start, wrong, 400)["error"].get<std::string>().empty());
  }
}

// What `uisge serve` says of its files (databases, checkpoints, values databases): the list, statistics, and answers.
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>

#include "tests/cli/run_program.h"
#include "tests/explorer/served_games.h"
#include "tests/solver/stopped_solve.h"

using namespace uisge::test;
using namespace uisge::test::answers;
using oracle::Outcome;
using oracle::Stuck;

namespace {

void check_longest_wins(const Json& longest, const OracleGame& solved) {
  std::map<std::string, int> wins;  // by class
  for (std::size_t i = 0; i < solved.universe().size(); ++i) {
    const oracle::Position position = solved.universe().position(i);
    const oracle::Label label = solved.label(position);
    if (label.outcome == Outcome::kWin) wins[oracle::least_image(position)] = label.distance;
  }
  std::vector<int> expected;
  for (const auto& [text, distance] : wins) expected.push_back(distance);
  std::sort(expected.rbegin(), expected.rend());
  expected.resize(std::min<std::size_t>(expected.size(), 10));
  std::vector<int> told;
  for (const Json& entry : longest) {
    CHECK(entry.size() == 2);
    const auto found = wins.find(oracle::least_image(oracle::parse(entry["position"])));
    REQUIRE(found != wins.end());
    CHECK(entry["distance"] == found->second);
    told.push_back(found->second);
    wins.erase(found);
  }
  CHECK(told == expected);
}

}  // namespace

TEST_CASE("statistics are those of info, counts by crowns and the longest wins", "[serve][answers]") {
  const ServedGames served(
      {{4, 3, 2, Stuck::kDraws, false}, {3, 3, 2, Stuck::kPasses, true}, {3, 3, 2, Stuck::kWins, false}});
  for (const OracleGame& solved : served.oracles()) {
    CAPTURE(file_name(solved.game()));
    const std::string target = "/api/statistics?file=" + encoded(file_name(solved.game()));
    Json json = served.server().get_json(target);
    CHECK(served.server().get_json(target) == json);  // counted once, then remembered
    std::map<std::pair<int, int>, std::map<Outcome, int>> expected;
    const auto crowns_of = [](const oracle::Position& position, char crown) {
      return static_cast<int>(std::count(position.cells.begin(), position.cells.end(), crown));
    };
    for (std::size_t i = 0; i < solved.universe().size(); ++i) {
      const oracle::Position position = solved.universe().position(i);  // White to move
      ++expected[{crowns_of(position, 'W'), crowns_of(position, 'B')}][solved.label(position).outcome];
    }
    REQUIRE(json["by_crowns"].size() == expected.size());
    for (const Json& entry : json["by_crowns"]) {
      const auto found = expected.find({entry["mover_crowns"], entry["opponent_crowns"]});
      REQUIRE(found != expected.end());
      CHECK(entry.size() == 5);
      CHECK(entry["won"] == found->second[Outcome::kWin]);
      CHECK(entry["lost"] == found->second[Outcome::kLoss]);
      CHECK(entry["drawn"] == found->second[Outcome::kDraw]);
      expected.erase(found);
    }
    json.erase("by_crowns");
    check_longest_wins(json["longest_wins"], solved);
    json.erase("longest_wins");
    CHECK(json == run_json("info", {served.path(solved.game()), "--histogram"}));
  }
  for (const char* file : {"", "none.uisge", "%2fetc%2fpasswd", "..%2f3x3-2-wins.uisge", "3x3-2-wins.uisge%00"}) {
    CAPTURE(file);
    CHECK_FALSE(error_in(served.server().get(std::string("/api/statistics?file=") + file), 404).empty());
  }
  CHECK(served.server().get("/api/statistics").status == 404);
}

TEST_CASE("the server answers from a checkpoint as far as it goes", "[serve][answers][checkpoint]") {
  constexpr int kPlies = 5;
  const TemporaryDirectory directory;
  uisge::SolveRequest request;
  request.identity = {{4, 3}, 2, {}};
  request.output = directory.file("x.uisge");
  REQUIRE_FALSE(solve_for(request, kPlies).has_value());
  const std::string checkpoint = directory.file("x.uisge.plies");
  const RunningServer server({"serve", directory.path(), "--search", "0"});
  const auto files = server.get_json("/api/files")["files"];
  REQUIRE(files.size() == 1);
  CHECK(files[0]["kind"] == "checkpoint");
  CHECK(files[0]["file"] == "x.uisge.plies");
  CHECK(files[0]["board"] == "4x3");
  CHECK(files[0]["start"] == "4/bb2/1ww1 w");
  const OracleGame solved({4, 3, 2, Stuck::kLoses, false});
  std::size_t open = 0;
  std::string wrong;
  for (const oracle::Position& position : solved.every(23)) {
    const auto answer = server.get_json(asking("/api/position", solved.game(), position));
    const oracle::Label label = solved.label(position);
    const bool is_known = label.outcome != Outcome::kDraw && label.distance <= kPlies;
    if (is_known && !is_value(answer, label)) wrong = answer.dump();
    if (!is_known && (!answer["value"].is_null() || answer["no_forced_win_within"] != kPlies)) wrong = answer.dump();
    if (!is_known && open++ == 0) CHECK(answer == query_json(checkpoint, {oracle::print(position)}));
  }
  CHECK(wrong == "");
  CHECK(open > 0);
  auto statistics = server.get_json("/api/statistics?file=x.uisge.plies");
  for (const char* name : {"by_crowns", "longest_wins"}) {
    CHECK(statistics.at(name).is_null());
    statistics.erase(name);
  }
  CHECK(statistics == run_json("info", {checkpoint, "--histogram"}));
}

TEST_CASE("the server answers from values without distances", "[serve][answers]") {
  const TemporaryDirectory directory;
  const OracleGame solved({4, 3, 2, Stuck::kLoses, false});
  const std::string file = directory.file("values.uisge");
  solve_into(file, solved.game(), {"--values"});
  const RunningServer server({"serve", file, "--search", "0"});
  CHECK(server.get_json("/api/files")["files"][0]["kind"] == "values");
  std::string wrong;
  for (const oracle::Position& position : solved.every(31)) {
    const auto answer = server.get_json(asking("/api/position", solved.game(), position));
    const bool is_over = solved.moves(position).empty();
    if (answer["value"] != to_string(solved.label(position).outcome)) wrong = answer.dump();
    if (!is_over && !answer["distance"].is_null()) wrong = answer.dump();
    for (const Json& move : answer["moves"]) {
      const oracle::Position next = solved.moves(position).at(move["move"]);
      if (move["value"] != to_string(solved.label_by_move(next).outcome)) wrong = answer.dump();
    }
  }
  CHECK(wrong == "");
  const std::string start = "4/bb2/1ww1 w";
  CHECK(server.get_json(asking("/api/position", solved.game(), oracle::parse(start))) == query_json(file, {start}));
  auto statistics = server.get_json("/api/statistics?file=values.uisge");
  std::uint64_t won = 0;
  for (const Json& entry : statistics["by_crowns"]) won += entry["won"].get<std::uint64_t>();
  CHECK(won == statistics["won"]);
  statistics.erase("by_crowns");
  CHECK(statistics.at("longest_wins").empty());
  statistics.erase("longest_wins");
  CHECK(statistics == run_json("info", {file, "--histogram"}));
  CHECK(error_in(server.get("/api/puzzles?file=values.uisge"), 400) ==
        "values.uisge: puzzles come from databases with distances");
}

TEST_CASE("a plane is a kind of its own, and the last one that is asked", "[serve][answers]") {
  const TemporaryDirectory directory;
  const OracleGame solved({4, 3, 2, Stuck::kLoses, false});
  const std::string plane = directory.file("x.plane");
  run_json("solve", {"--board", "4x3", "--pieces", "2", "--values", "--summary-only", "--plane", plane});
  const RunningServer alone({"serve", plane, "--search", "0"});
  const auto files = alone.get_json("/api/files")["files"];
  REQUIRE(files.size() == 1);
  CHECK(files[0]["kind"] == "plane");
  auto statistics = alone.get_json("/api/statistics?file=x.plane");
  for (const char* name : {"by_crowns", "longest_wins"}) {
    CHECK(statistics.at(name).is_null());
    statistics.erase(name);
  }
  CHECK(statistics == run_json("info", {plane}));
  const std::string start = "4/bb2/1ww1 w";
  CHECK(alone.get_json(asking("/api/position", solved.game(), oracle::parse(start))) == query_json(plane, {start}));
  // A complete values database comes before the results of an unfinished solve.
  const std::string values = directory.file("values.uisge");
  solve_into(values, solved.game(), {"--values"});
  const RunningServer both({"serve", plane, values, "--search", "0"});
  CHECK(both.get_json(asking("/api/position", solved.game(), oracle::parse(start)))["file"] == "values.uisge");
}

TEST_CASE("of several files of a game the first that decides a position answers", "[serve][answers]") {
  const TemporaryDirectory directory;
  const OracleGame solved({4, 3, 2, Stuck::kLoses, false});
  // Wins in three plies: the proof of one reaches no other. And a draw, which no proof knows.
  std::map<std::string, std::string> wins;  // one of each class, by its least image
  std::string drawn;
  for (const oracle::Position& position : solved.every(1)) {
    const oracle::Label label = solved.label(position);
    if (position.side != 'w') continue;  // exchanged colours are known too
    if (label == oracle::Label{Outcome::kWin, 3}) wins.emplace(oracle::least_image(position), oracle::print(position));
    if (label.outcome == Outcome::kDraw) drawn = oracle::print(position);
  }
  REQUIRE(wins.size() >= 2);
  REQUIRE_FALSE(drawn.empty());
  const std::string a = wins.begin()->second;
  const std::string b = std::next(wins.begin())->second;
  // The second proof holds under the rule, though it is not of it.
  std::vector<std::string> serve{"serve", "--search", "0"};
  for (const auto& [name, position, stuck] : {std::tuple{"a.proof", a, "loses"}, {"b.proof", b, "draws"}}) {
    serve.push_back(directory.file(name));
    REQUIRE(run_uisge({"search", position, "--plies", "3", "--stuck", stuck, "--memory", "1M", "--proof", serve.back()})
                .exit_code == 0);
  }
  // A third proof is of the start, a win in 11 plies (docs/results.csv). The unfinished solve below goes three plies
  // deep.
  const std::string start = "4/bb2/1ww1 w";
  serve.push_back(directory.file("start.proof"));
  REQUIRE(run_uisge({"search", start, "--plies", "12", "--memory", "1M", "--proof", serve.back()}).exit_code == 0);
  const auto check = [&](const RunningServer& server, const std::string& position, const Json& value,
                         const std::string& file) {
    CAPTURE(position);
    const Json answer = server.get_json(asking("/api/position", solved.game(), oracle::parse(position)));
    CHECK(answer["value"] == value);
    CHECK(answer["file"] == file);
  };
  const RunningServer proofs(serve);
  check(proofs, a, "win", "a.proof");
  check(proofs, b, "win", "b.proof");
  check(proofs, start, "win", "start.proof");
  check(proofs, drawn, nullptr, "a.proof");

  uisge::SolveRequest request;
  request.identity = {{4, 3}, 2, {}};
  request.output = directory.file("x.uisge");
  REQUIRE_FALSE(solve_for(request, 3).has_value());
  serve.push_back(directory.file("x.uisge.plies"));
  const RunningServer unfinished(serve);
  check(unfinished, b, "win", "x.uisge.plies");
  check(unfinished, start, "win", "start.proof");
  check(unfinished, drawn, nullptr, "x.uisge.plies");
}

TEST_CASE("what a proof does not reach is searched in the slow lane alone", "[serve][answers]") {
  const TemporaryDirectory directory;
  const std::string proof = directory.file("won.proof");
  // The last white blank jumps from e2 over d2 onto c2.
  const std::string won = "7/2bb3/1bbbb2/2WWWW1/3Ww2/7 w";
  REQUIRE(run_uisge({"search", won, "--plies", "1", "--memory", "1M", "--proof", proof}).exit_code == 0);
  // The search may take a minute per position, longer than the test waits for an answer.
  const RunningServer server({"serve", proof, "--search", "40", "--time", "60", "--memory", "16M"});
  CHECK(server.get_json("/api/files")["files"][0]["kind"] == "proof");
  CHECK(server.get_json("/api/position?position=" + encoded(won))["value"] == "win");
  const std::string start = "7/2bb3/1bbbb2/2wwww1/3ww2/7 w";
  const Json rules = server.get_json("/api/rules?position=" + encoded(start))["rules"];
  CHECK(rules[0]["file"] == "won.proof");
  // The proof leaves the start open; docs/known.csv does not.
  CHECK(rules[0]["value"] == "win");
  CHECK(rules[0]["source"] == "known");
  CHECK(rules[0]["known"]["source"] == "proof");
  const Json many = json_of(server.post("/api/positions", {{"positions", {start, won}}}), 200)["answers"];
  CHECK(many[1]["value"] == "win");
  // A client that asks for the search makes no other client wait.
  HttpConnection searching(server.port());
  REQUIRE(searching.send("GET /api/position?position=" + encoded(start) + " HTTP/1.1\r\nHost: localhost\r\n\r\n"));
  for (int i = 0; i < 8; ++i) CHECK(server.get("/api/files").status == 200);
}

TEST_CASE("a proof under draws in a folder answers under every rule for stuck players", "[serve][answers]") {
  const TemporaryDirectory directory;
  const std::string start = "4/bb2/1ww1 w";  // a win in 11 plies under each of the four, docs/results.csv
  const std::string name = "4x3-2-draws.proof";
  REQUIRE(run_uisge({"search", start, "--plies", "12", "--stuck", "draws", "--memory", "1M", "--proof",
                     directory.file(name), "--compact"})
              .exit_code == 0);
  const RunningServer server({"serve", directory.path(), "--search", "0"});
  const Json files = server.get_json("/api/files")["files"];
  REQUIRE(files.size() == 1);
  CHECK(files[0]["answers_under"] == Json{"loses", "wins", "draws", "passes"});
  const auto check_proved = [&](const Json& answer) {
    CHECK(answer["value"] == "win");
    CHECK(answer["distance"].is_null());
    CHECK(answer["within"] == 11);
    CHECK(answer["source"] == "proof");
    CHECK(answer["file"] == name);
  };
  const std::string far = "4/wb2/1bw1 w";  // no line comes to it
  const Json rules = server.get_json("/api/rules?position=" + encoded(start))["rules"];
  REQUIRE(rules.size() == 8);
  for (const Json& entry : rules) {
    const std::string stuck = entry["stuck"];
    CAPTURE(entry);
    const std::string asked = "/api/position?position=" + encoded(start) + "&stuck=" + stuck;
    const Json many{{"positions", {start, far}}, {"stuck", stuck}, {"diagonal_jumps", entry["diagonal_jumps"]}};
    const Json answers = json_of(server.post("/api/positions", many), 200)["answers"];
    if (entry["diagonal_jumps"] == true) {
      // The table of known starts answers about the start, and nothing answers about the other position.
      CHECK(entry["source"] == "known");
      CHECK(entry["file"].is_null());
      CHECK(server.get_json(asked + "&diagonal_jumps=true")["source"] == "known");
      CHECK(answers[0]["source"] == "known");
      CHECK(answers[1].contains("error"));
      continue;
    }
    check_proved(entry);
    const Json answer = server.get_json(asked);
    check_proved(answer);
    CHECK(answer["stuck"] == stuck);
    CHECK(answer["moves"][0]["move"] == "c1a1");
    CHECK(answer["moves"][0]["within"] == 11);
    check_proved(answers[0]);
    CHECK(answers[1]["value"].is_null());
    const Json move = server.get_json("/api/move?position=" + encoded(start) + "&stuck=" + stuck);
    CHECK(move["move"] == "c1a1");
  }
}

TEST_CASE("what there is to ask about is listed", "[serve][answers]") {
  const ServedGames served({{3, 3, 2, Stuck::kWins, true}, {4, 3, 2, Stuck::kPasses, false}});
  const auto json = served.server().get_json("/api/files");
  CHECK(json["search"].is_null());
  CHECK(json["levels"] == 10);
  CHECK(json["version"] == run_json("help", {})["version"]);
  REQUIRE(json["files"].size() == 2);
  CHECK(json["files"][0] == Json{{"file", "3x3-2-wins-diagonal.uisge"},
                                 {"kind", "database"},
                                 {"board", "3x3"},
                                 {"pieces", 2},
                                 {"stuck", "wins"},
                                 {"diagonal_jumps", true},
                                 {"answers_under", {"wins"}},
                                 {"start", "3/bb1/1ww w"}});
  CHECK(json["files"][1]["file"] == "4x3-2-passes.uisge");
  // With one piece a side there is no start array.
  const TemporaryDirectory directory;
  solve_into(directory.file("one.uisge"), {3, 2, 1, Stuck::kLoses, false});
  const RunningServer other({"serve", directory.file("one.uisge")});
  CHECK(other.get_json("/api/files")["files"][0]["start"].is_null());
  const auto search = other.get_json("/api/files")["search"];
  CHECK(search["plies"].is_number_integer());
  CHECK(search["seconds"].is_number());
}

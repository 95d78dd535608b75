// Tests what `uisge serve` answers from one proof, from several proofs, from proofs beside an unfinished solve, and
// from a list of noted positions.
#include "tests/explorer/served_games.h"
#include "tests/solver/stopped_solve.h"

using namespace uisge::test;
using namespace uisge::test::answers;
using oracle::Outcome;
using oracle::Stuck;

TEST_CASE("of several files of a game, the first file that decides a position answers", "[serve][answers]") {
  const TemporaryDirectory directory;
  const OracleGame solved({4, 3, 2, Stuck::kLoses, false});
  // `wins` are positions won in three plies, each of another class, so that a proof of one does not cover another. No
  // proof covers the draw `drawn`.
  std::map<std::string, std::string> wins;  // one position of each class; the key is the least image
  std::string drawn;
  for (const oracle::Position& position : solved.every(1)) {
    const oracle::Label label = solved.label(position);
    if (position.side != 'w') continue;  // a proof also covers positions with exchanged colours
    if (label == oracle::Label{Outcome::kWin, 3}) wins.emplace(oracle::least_image(position), oracle::print(position));
    if (label.outcome == Outcome::kDraw) drawn = oracle::print(position);
  }
  REQUIRE(wins.size() >= 2);
  REQUIRE_FALSE(drawn.empty());
  const std::string a = wins.begin()->second;
  const std::string b = std::next(wins.begin())->second;
  // The second proof names the rule `draws`, but also holds under `loses`.
  std::vector<std::string> serve{"serve", "--search", "0"};
  for (const auto& [name, position, stuck] : {std::tuple{"a.proof", a, "loses"}, {"b.proof", b, "draws"}}) {
    serve.push_back(directory.file(name));
    run_well({"search", position, "--plies", "3", "--stuck", stuck, "--memory", "1M", "--proof", serve.back()});
  }
  // A third proof covers the start, which is a win in 11 plies (docs/results.csv). The server `unfinished` below also
  // has a checkpoint of a solve that stopped after three plies.
  const std::string start = "4/bb2/1ww1 w";
  serve.push_back(directory.file("start.proof"));
  run_well({"search", start, "--plies", "12", "--memory", "1M", "--proof", serve.back()});
  const auto check = [&](const RunningServer& server, const std::string& position, const Json& value,
                         const std::string& file) {
    CAPTURE(position);
    const Json answer = server.get_json(asking("/api/position", solved.game(), oracle::parse(position)));
    check_fields(answer, "value", value, "file", file);
  };
  const RunningServer proofs(serve);
  check(proofs, a, "win", "a.proof");
  check(proofs, b, "win", "b.proof");
  check(proofs, start, "win", "start.proof");
  check(proofs, drawn, nullptr, "a.proof");

  REQUIRE_FALSE(solve_for({.identity = {{4, 3}, 2, {}}, .output = directory.file("x.uisge")}, 3).has_value());
  serve.push_back(directory.file("x.uisge.plies"));
  const RunningServer unfinished(serve);
  check(unfinished, b, "win", "x.uisge.plies");
  check(unfinished, start, "win", "start.proof");
  check(unfinished, drawn, nullptr, "x.uisge.plies");
}

TEST_CASE("positions that a proof does not reach are searched in the slow lane only", "[serve][answers]") {
  const TemporaryDirectory directory;
  const std::string proof = directory.file("won.proof");
  // The last white blank jumps from e2 over d2 onto c2.
  const std::string won = "7/2bb3/1bbbb2/2WWWW1/3Ww2/7 w";
  run_well({"search", won, "--plies", "1", "--memory", "1M", "--proof", proof});
  // The search may take a minute per position, longer than the test waits for an answer.
  const RunningServer server({"serve", proof, "--search", "40", "--time", "60", "--memory", "16M"});
  CHECK(server.get_json("/api/files")["files"][0]["kind"] == "proof");
  CHECK(server.get_json("/api/position?position=" + encoded(won))["value"] == "win");
  const std::string start = "7/2bb3/1bbbb2/2wwww1/3ww2/7 w";
  const Json rules = server.get_json("/api/rules?position=" + encoded(start))["rules"];
  CHECK(rules[0]["file"] == "won.proof");
  // The proof leaves the start open; docs/known.csv does not.
  check_fields(rules[0], "value", "win", "source", "known");
  CHECK(rules[0]["known"]["source"] == "proof");
  CHECK(json_of(server.post("/api/positions", {{"positions", {start, won}}}), 200)["answers"][1]["value"] == "win");
  // A client that asks for the search makes no other client wait.
  HttpConnection searching(server.port());
  REQUIRE(searching.send("GET /api/position?position=" + encoded(start) + " HTTP/1.1\r\nHost: localhost\r\n\r\n"));
  for (int i = 0; i < 8; ++i) CHECK(server.get("/api/files").status == 200);
}

TEST_CASE("the search leaves the moves that a proof knows to lose", "[serve][answers]") {
  const oracle::Game game{4, 3, 2};
  const OracleGame solved(game);
  const TemporaryDirectory directory;
  const std::string proof = directory.file("start.proof");
  run_well({"search", "4/bb2/1ww1 w", "--plies", "12", "--memory", "1M", "--proof", proof});
  std::map<std::string, std::string> classes;
  for (const oracle::Position& position : solved.every(1)) {
    classes.emplace(oracle::least_image(position), oracle::print(position));
  }
  std::string lines;
  for (const auto& [image, text] : classes) lines += text + "\n";
  const RunningServer server({"serve", proof, "--search", "2", "--memory", "16M"});
  int kept = 0;
  for (const Json& alone : json_lines(run_well({"query", proof, "-", "--json"}, {.input = lines}).out)) {
    if (!alone["value"].is_null()) continue;
    for (const Json& move : alone["moves"]) {
      const oracle::Position position = oracle::parse(alone["position"]);
      const oracle::Label label = solved.label_by_move(solved.moves(position).at(move["move"]));
      if (move["value"] != "loss" || label.distance <= 2) continue;
      const Json answer = server.get_json(asking("/api/position", game, position));
      CAPTURE(answer, move);
      CHECK(label.outcome == Outcome::kLoss);
      CHECK(std::any_of(answer["moves"].begin(), answer["moves"].end(), [&](const Json& same) {
        return same["move"] == move["move"] && same["value"] == "loss" && same["within"] >= label.distance;
      }));
      ++kept;
    }
  }
  CHECK(kept > 0);
}

TEST_CASE("positions that a list of noted positions lacks are searched", "[serve][answers]") {
  const oracle::Game game{4, 3, 2};
  const OracleGame solved(game);
  const TemporaryDirectory directory;
  const std::string notes = directory.file("start.notes");
  solve_into(notes, game, {"--values", "--exact", "--note-plies", "1"});
  const RunningServer server({"serve", notes, "--search", "12", "--memory", "16M"});
  for (const auto& [text, source] : {std::pair("4/bb2/1ww1 w", "file"), {"4/1bB1/Ww2 w", "search"}}) {
    const oracle::Position position = oracle::parse(text);
    const Json answer = server.get_json(asking("/api/position", game, position));
    CHECK(is_value(answer, solved.label(position)));
    CHECK(answer["source"] == source);
    const std::string move = solved.moves(position).begin()->first;
    const Json review = json_of(server.post("/api/annotate", {{"position", text}, {"moves", move}}), 200);
    CHECK(review["searched"] == (answer["source"] == "search" ? 1 : 0));
    CHECK(is_value(review["moves"][0]["best"], solved.label(position)));
  }
  // The position after the start's only move is on the list, and the positions after its moves are searched.
  const std::string last =
      server.get_json(asking("/api/position", game, oracle::parse("4/bb2/1ww1 w")))["moves"][0]["position"];
  const Json answer = server.get_json(asking("/api/position", game, oracle::parse(last)));
  CHECK(answer["source"] == "file");
  CHECK(answer["searched_plies"] == 12);
  CHECK(is_value(answer["moves"][0], solved.label(oracle::parse(last))));
  CHECK(answer["moves"][0]["best"] == true);
}

TEST_CASE("a proof under draws in a folder answers under every rule for stuck players", "[serve][answers]") {
  const TemporaryDirectory directory;
  const std::string start = "4/bb2/1ww1 w";  // a win in 11 plies under each of the four rules (docs/results.csv)
  const std::string name = "4x3-2-draws.proof";
  run_well({"search", start, "--plies", "12", "--stuck", "draws", "--memory", "1M", "--proof", directory.file(name),
            "--compact"});
  const RunningServer server({"serve", directory.path(), "--search", "0"});
  const Json files = server.get_json("/api/files")["files"];
  REQUIRE(files.size() == 1);
  CHECK(files[0]["answers_under"] == Json{"loses", "wins", "draws", "passes"});
  const auto check_proved = [&](const Json& answer) {
    check_fields(answer, "value", "win", "distance", nullptr, "within", 11, "source", "proof", "file", name);
  };
  const std::string far = "4/wb2/1bw1 w";  // no line of play reaches it
  const Json rules = server.get_json("/api/rules?position=" + encoded(start))["rules"];
  REQUIRE(rules.size() == 8);
  for (const Json& entry : rules) {
    const std::string stuck = entry["stuck"];
    CAPTURE(entry);
    const std::string asked = "/api/position?position=" + encoded(start) + "&stuck=" + stuck;
    const Json many{{"positions", {start, far}}, {"stuck", stuck}, {"diagonal_jumps", entry["diagonal_jumps"]}};
    const Json answers = json_of(server.post("/api/positions", many), 200)["answers"];
    if (entry["diagonal_jumps"] == true) {
      // The table of known starts answers about the start, and nothing answers about `far`.
      check_fields(entry, "source", "known", "file", nullptr);
      CHECK(server.get_json(asked + "&diagonal_jumps=true")["source"] == "known");
      CHECK(answers[0]["source"] == "known");
      CHECK(answers[1].contains("error"));
      continue;
    }
    check_proved(entry);
    const Json answer = server.get_json(asked);
    check_proved(answer);
    CHECK(answer["stuck"] == stuck);
    check_fields(answer["moves"][0], "move", "c1a1", "within", 11);
    check_proved(answers[0]);
    CHECK(answers[1]["value"].is_null());
    const Json move = server.get_json("/api/move?position=" + encoded(start) + "&stuck=" + stuck);
    CHECK(move["move"] == "c1a1");
  }
}

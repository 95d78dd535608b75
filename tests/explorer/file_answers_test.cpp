// Tests what `uisge serve` says of its files (databases, checkpoints, values databases): the list, statistics, and
// answers. proof_answers_test.cpp tests the answers from proofs.
#include "solver/answers/serve_requests.h"
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

TEST_CASE("the server's statistics are those of info, with counts by crowns and the longest wins", "[serve][answers]") {
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
      check_fields(entry, "won", found->second[Outcome::kWin], "lost", found->second[Outcome::kLoss], "drawn",
                   found->second[Outcome::kDraw]);
      expected.erase(found);
    }
    json.erase("by_crowns");
    check_longest_wins(json["longest_wins"], solved);
    json.erase("longest_wins");
    CHECK(json == run_json("info", {served.path(solved.game()), "--histogram"}));
  }
  for (const char* file : {"", "none.uisge", "%2fetc%2fpasswd", "..%2f3x3-2-wins.uisge", "3x3-2-wins.uisge%00"}) {
    CAPTURE(file);
    CHECK_FALSE(error_text(served.server().get(std::string("/api/statistics?file=") + file), 404).empty());
  }
  CHECK(contains(error_text(served.server().get("/api/statistics"), 400), "file: is missing"));
}

TEST_CASE("the longest wins of a file are not looked for once the request is given up", "[serve][answers]") {
  const TemporaryDirectory directory;
  const std::string path = directory.file("x.uisge");
  std::filesystem::copy(UISGE_TEST_DATA "/3x3-2-loses.uisge", path);
  uisge::ServedFiles files;
  REQUIRE(files.open(path, "x.uisge", 1 << 20).has_value());
  uisge::ServedAnswers served(files, {});
  uisge::ServedFile& file = *files.find("x.uisge");
  std::filesystem::resize_file(path, 0);  // reading it fails from now on
  std::atomic<bool> given_up{false};
  check_error(served.longest_wins(file, given_up), uisge::ErrorKind::kBadFile);
  given_up = true;
  check_error(served.longest_wins(file, given_up), uisge::ErrorKind::kInterrupted);
}

TEST_CASE("the server answers from a checkpoint as far as it goes", "[serve][answers][checkpoint]") {
  constexpr int kPlies = 5;
  const TemporaryDirectory directory;
  REQUIRE_FALSE(solve_for({.identity = {{4, 3}, 2, {}}, .output = directory.file("x.uisge")}, kPlies).has_value());
  const std::string checkpoint = directory.file("x.uisge.plies");
  const RunningServer server({"serve", directory.path(), "--search", "0"});
  const auto files = server.get_json("/api/files")["files"];
  REQUIRE(files.size() == 1);
  check_fields(files[0], "kind", "checkpoint", "file", "x.uisge.plies", "board", "4x3", "start", "4/bb2/1ww1 w");
  const OracleGame solved({4, 3, 2, Stuck::kLoses, false});
  std::size_t open = 0;
  std::string wrong;
  for (const oracle::Position& position : solved.every(23)) {
    const auto answer = server.get_json(asking("/api/position", solved.game(), position));
    const oracle::Label label = solved.label(position);
    const bool is_known = label.outcome != Outcome::kDraw && label.distance <= kPlies;
    if (is_known && !is_value(answer, label)) wrong = answer.dump();
    if (!is_known && (!answer["value"].is_null() || answer["no_forced_win_within"] != kPlies)) wrong = answer.dump();
    // Only the draws of a drawn position are ranked, and no draw is known here.
    if (answer.contains("hardness_plies")) wrong = answer.dump();
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
  for (const oracle::Position& position : solved.every(solved.universe().size() / 20)) {
    CHECK(server.get_json(asking("/api/position", solved.game(), position)) ==
          query_json(file, {oracle::print(position)}));
  }
  auto statistics = server.get_json("/api/statistics?file=values.uisge");
  std::uint64_t won = 0;
  for (const Json& entry : statistics["by_crowns"]) won += entry["won"].get<std::uint64_t>();
  CHECK(won == statistics["won"]);
  statistics.erase("by_crowns");
  CHECK(statistics.at("longest_wins").empty());
  statistics.erase("longest_wins");
  CHECK(statistics == run_json("info", {file, "--histogram"}));
  CHECK(error_text(server.get("/api/puzzles?file=values.uisge"), 400) ==
        "values.uisge: puzzles come from databases with distances");
}

TEST_CASE("a plane is a kind of its own, and is asked after all other files", "[serve][answers]") {
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
  // The server prefers a complete values database to the results of an unfinished solve.
  const std::string values = directory.file("values.uisge");
  solve_into(values, solved.game(), {"--values"});
  const RunningServer both({"serve", plane, values, "--search", "0"});
  CHECK(both.get_json(asking("/api/position", solved.game(), oracle::parse(start)))["file"] == "values.uisge");
}

TEST_CASE("answers from an unfinished solve are slow requests, unless a database has the game", "[serve][answers]") {
  const TemporaryDirectory directory;
  const std::string checkpoint = directory.file("x.uisge.plies");
  REQUIRE_FALSE(solve_for({.identity = {{4, 3}, 2, {}}, .output = directory.file("x.uisge")}, 5).has_value());
  const std::string plane = directory.file("x.plane");
  run_json("solve", {"--board", "4x3", "--pieces", "2", "--values", "--summary-only", "--plane", plane});
  const std::string database = directory.file("y.uisge");
  solve_into(database, {4, 3, 2, Stuck::kLoses, false});
  // Returns the paths of the slow requests among five requests about the game of these files.
  const auto slow_paths = [](const std::vector<std::string>& paths, const std::string& more = "") {
    uisge::ServedFiles files;
    for (const std::string& path : paths) REQUIRE(files.open(path, path, 1 << 20).has_value());
    uisge::ServedAnswers served(files, {});
    const uisge::ServeRequests requests(served);
    std::string slow;
    for (const char* const path : {"/api/position", "/api/move", "/api/picture", "/api/rules"}) {
      if (requests.is_slow({.method = "GET", .path = path, .query = "board=4x3&pieces=2" + more})) slow += path;
    }
    if (requests.is_slow({.method = "POST", .path = "/api/positions", .body = "{}"})) slow += "/api/positions";
    return slow;
  };
  CHECK(slow_paths({checkpoint}) == "/api/position/api/move/api/picture/api/rules/api/positions");
  CHECK(slow_paths({plane}) == slow_paths({checkpoint}));
  CHECK(slow_paths({checkpoint, database}) == "/api/positions");
  // A proof may leave the position open; then the checkpoint is asked.
  const std::string proof = directory.file("x.proof");
  run_json("prove", {"--board", "4x3", "--pieces", "2", "--memory", "16M", "--out", proof});
  CHECK(slow_paths({proof, checkpoint}) == slow_paths({checkpoint}));
  CHECK(slow_paths({database}).empty());
  CHECK(slow_paths({checkpoint}, "&x=1") == "/api/positions");  // the server refuses the other requests
}

TEST_CASE("the server lists its files and their games", "[serve][answers]") {
  const ServedGames served({{3, 3, 2, Stuck::kWins, true}, {4, 3, 2, Stuck::kPasses, false}});
  const auto json = served.server().get_json("/api/files");
  check_fields(json, "search", nullptr, "levels", 10, "version", run_json("help", {})["version"]);
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
  // A board with one piece a side has no start position, so `start` is null.
  const TemporaryDirectory directory;
  solve_into(directory.file("one.uisge"), {3, 2, 1, Stuck::kLoses, false});
  const RunningServer other({"serve", directory.file("one.uisge")});
  CHECK(other.get_json("/api/files")["files"][0]["start"].is_null());
  const auto search = other.get_json("/api/files")["search"];
  CHECK(search["plies"].is_number_integer());
  CHECK(search["seconds"].is_number());
}

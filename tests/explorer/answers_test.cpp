// What `uisge serve` answers, as docs/api.md promises it: values and moves are held against the oracle, objects against
// those that the commands print.
// Long because every request of docs/api.md is held against the command that it corresponds to, and they share the
// files.
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <deque>
#include <filesystem>
#include <random>
#include <set>

#include "tests/cli/json_schema.h"
#include "tests/cli/run_program.h"
#include "tests/cli/solved_game.h"
#include "tests/db/naive_labels.h"
#include "tests/explorer/http_client.h"
#include "tests/solver/stopped_solve.h"

using namespace uisge::test;
using Json = nlohmann::json;
using oracle::Outcome;
using oracle::Stuck;

namespace {

constexpr std::size_t kMostPositions = 1000;  // of one request, docs/api.md

std::vector<oracle::Game> all_rules_of(int files, int ranks) {
  std::vector<oracle::Game> games;
  for (const Stuck stuck : oracle::kAllStuckRules) {
    for (const bool diagonal_jumps : {false, true}) games.push_back({files, ranks, 2, stuck, diagonal_jumps});
  }
  return games;
}

// Solved games in a folder of their own, served.
class ServedGames {
 public:
  explicit ServedGames(const std::vector<oracle::Game>& games) {
    for (const oracle::Game& game : games) {
      solve_into(path(game), game);
      oracles_.emplace_back(game);
    }
    server_.emplace(std::vector<std::string>{"serve", directory_.path(), "--search", "0"});
  }
  std::string path(const oracle::Game& game) const { return directory_.file(file_name(game)); }
  const std::deque<OracleGame>& oracles() const { return oracles_; }
  const OracleGame& oracle() const { return oracles_.front(); }
  const RunningServer& server() const { return *server_; }

 private:
  TemporaryDirectory directory_;
  std::deque<OracleGame> oracles_;
  std::optional<RunningServer> server_;
};

std::string rules_in_query(const oracle::Game& game) {
  return fmt::format("stuck={}&diagonal_jumps={}", to_string(game.stuck), game.diagonal_jumps);
}

std::string asking(const std::string& path, const oracle::Game& game, const oracle::Position& position,
                   const std::string& more = "") {
  return fmt::format("{}?position={}&{}{}", path, encoded(oracle::print(position)), rules_in_query(game), more);
}

std::vector<std::string> with_rules(std::vector<std::string> arguments, const oracle::Game& game) {
  arguments.insert(arguments.end(), {"--stuck", to_string(game.stuck)});
  if (game.diagonal_jumps) arguments.emplace_back("--diagonal-jumps");
  return arguments;
}

Json distance_json(oracle::Label label) {
  return label.outcome == Outcome::kDraw ? Json() : Json(label.distance);
}

bool is_value(const Json& json, oracle::Label label) {
  return json.at("value") == to_string(label.outcome) && json.at("distance") == distance_json(label);
}

// Where a move stands in the list: wins, shortest first, draws, losses, longest first; ties by the text.
std::pair<int, std::string> place_of(const Json& move) {
  const int distance = move.at("distance").is_null() ? 0 : move.at("distance").get<int>();
  const int place = move.at("value") == "win" ? distance - 2000 : move.at("value") == "draw" ? 0 : 2000 - distance;
  return {place, move.at("move")};
}

// What is wrong with an answer; empty if nothing is.
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
    if (found == moves.end()) return "a move that is none";
    if (move.at("position") != oracle::print(found->second)) return "another position after a move";
    if (!is_value(move, solved.label_by_move(found->second))) return "another value of a move";
    if (move.at("best") != (std::find(best.begin(), best.end(), found->first) != best.end())) return "best or not";
    if (before && place_of(move) <= *before) return "another order of moves";
    before = place_of(move);
  }
  return "";
}

// Every position of the board and those after it in which the game is over, White or Black to move.
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

// Asks about all of them, a thousand at a time; the first answer that is wrong.
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

// The object of `uisge query`, but for the name of the file, which the server has without its folder.
Json query_json(const std::string& file, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), file);
  Json json = run_json("query", std::move(arguments));
  json["file"] = std::filesystem::path(file).filename();
  return json;
}

// What a command says on standard error without "uisge: " and the end of the line.
std::string error_of(const std::vector<std::string>& arguments) {
  const ProgramRun run = run_uisge(arguments);
  REQUIRE(is_one_error_line(run.err));
  const std::string begin = "uisge: ";
  return run.err.substr(begin.size(), run.err.size() - begin.size() - 1);
}

Json json_of(const HttpAnswer& answer, int status) {
  INFO(answer.body);
  REQUIRE(answer.status == status);
  CHECK(answer.header.find("Content-Type: application/json\r\n") != std::string::npos);
  return Json::parse(answer.body);
}

std::string error_in(const HttpAnswer& answer, int status) {
  const Json json = json_of(answer, status);
  CHECK(json.size() == 1);
  return json.at("error");
}

struct RandomGame {
  oracle::Position start;
  std::vector<std::string> moves;
  bool is_over = false;
  std::string result = "*";

  std::string moves_text() const { return fmt::format("{}", fmt::join(moves, " ")); }
  std::string record(const oracle::Game& game) const {
    return fmt::format("[Start \"{}\"]\n[Stuck \"{}\"]\n[DiagonalJumps \"{}\"]\n\n{} {}\n", oracle::print(start),
                       to_string(game.stuck), game.diagonal_jumps ? "yes" : "no", moves_text(), result);
  }
};

RandomGame random_game_of(const OracleGame& solved, std::size_t plies, std::mt19937& random) {
  RandomGame played;
  played.start = solved.universe().position(random() % solved.universe().size());
  oracle::Position here = played.start;
  for (; played.moves.size() < plies; here = solved.moves(here).at(played.moves.back())) {
    const auto moves = solved.moves(here);
    if (moves.empty()) break;
    played.moves.push_back(std::next(moves.begin(), static_cast<std::ptrdiff_t>(random() % moves.size()))->first);
  }
  if (!solved.moves(here).empty()) return played;
  const Outcome outcome = solved.label(here).outcome;
  const bool white_won = (outcome == Outcome::kWin) == (here.side == 'w');
  played.result = outcome == Outcome::kDraw ? "1/2-1/2" : white_won ? "1-0" : "0-1";
  return played;
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
                          {{"positions", {good, "3/bb1/1ww", good, "4/bb2/1ww1 w", "b2/1w1/3 w", "3/bb1/1ww b"}}}),
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
  // None, a thousand, and one too many.
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
  std::vector<oracle::Position> drawn;  // with several draws to choose from
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
  // "+" is a blank too.
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
  // Six a side on 7x6 if nothing is said, which is in no file here; and a board without a start.
  CHECK(error_in(server.get("/api/position"), 404).find("7x6") != std::string::npos);
  CHECK(error_in(server.get("/api/position?board=2x2&pieces=2"), 400) ==
        error_of({"show", "start", "--board", "2x2", "--pieces", "2"}));
}

TEST_CASE("rules side by side are those of the files, as the oracle has them", "[serve][answers]") {
  std::vector<oracle::Game> games;
  for (const Stuck stuck : oracle::kAllStuckRules) games.push_back({3, 3, 2, stuck, false});
  games.push_back({3, 3, 2, Stuck::kPasses, true});
  const ServedGames served(games);
  const auto check_rules = [&](const std::string& target, const oracle::Position& position) {
    CAPTURE(target);
    const auto json = served.server().get_json(target);
    CHECK(json["position"] == oracle::print(position));
    REQUIRE(json["rules"].size() == 8);
    std::set<std::pair<std::string, bool>> seen;
    std::size_t answered = 0;
    for (const Json& entry : json["rules"]) {
      seen.emplace(entry["stuck"], entry["diagonal_jumps"]);
      const auto solved = std::find_if(served.oracles().begin(), served.oracles().end(), [&](const OracleGame& one) {
        return to_string(one.game().stuck) == entry["stuck"] && one.game().diagonal_jumps == entry["diagonal_jumps"];
      });
      if (solved == served.oracles().end()) {
        CHECK(entry.size() == 3);
        CHECK(entry["error"].is_string());
        continue;
      }
      ++answered;
      CHECK_FALSE(entry.contains("error"));
      CHECK(is_value(entry, solved->label(position)));
      CHECK(entry["file"] == file_name(solved->game()));
    }
    CHECK(seen.size() == 8);
    CHECK(answered == games.size());
  };
  for (const oracle::Position& position : served.oracle().every(150)) {
    check_rules("/api/rules?position=" + encoded(oracle::print(position)), position);
  }
  // The moves are played under the rules of the request.
  const OracleGame& diagonal = served.oracles().back();
  std::mt19937 random(2);
  for (int i = 0; i < 5; ++i) {
    const RandomGame played = random_game_of(diagonal, 3, random);
    oracle::Position here = played.start;
    for (const std::string& move : played.moves) here = diagonal.moves(here).at(move);
    check_rules(asking("/api/rules", diagonal.game(), played.start, "&moves=" + encoded(played.moves_text())), here);
  }
}

TEST_CASE("the server plays a best move at level 10 and a legal one at level 1", "[serve][answers]") {
  const ServedGames served({{3, 3, 2, Stuck::kPasses, false}, {4, 3, 2, Stuck::kLoses, false}});
  std::set<std::string> weak;  // moves that are not best
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
          CHECK(error_in(answer, 400).find("over") != std::string::npos);
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

TEST_CASE("a game is gone over as annotate does", "[serve][answers]") {
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
      const ProgramRun run = run_uisge({"annotate", served.path(game), "-", "--json"},
                                       {.input = played.record(game), .environment = {}, .out_path = {}});
      REQUIRE(run.exit_code == 0);
      Json expected = Json::parse(run.out);
      for (Json& file : expected["files"]) file = std::filesystem::path(file.get<std::string>()).filename();
      json.erase("record");
      expected.erase("record");
      CHECK(json == expected);
    }
  }
  CHECK(results.size() >= 3);
  // Without a file or a search nobody can tell.
  CHECK(served.server().post("/api/annotate", {{"position", "5/bb3/1ww2 w"}, {"moves", ""}}).status == 404);
  CHECK(error_in(served.server().post("/api/annotate", {{"position", "4/bb2/1ww1 w"}, {"moves", "c1a1 c1a1"}}), 400)
            .find("move 2") != std::string::npos);
}

namespace {

void check_longest_wins(const Json& longest, const OracleGame& solved) {
  std::map<std::string, int> wins;  // by class
  for (std::size_t i = 0; i < solved.universe().size(); ++i) {
    const oracle::Position position = solved.universe().position(i);
    const oracle::Label label = solved.label(position);
    if (label.outcome == Outcome::kWin) wins[class_of(position)] = label.distance;
  }
  std::vector<int> expected;
  for (const auto& [text, distance] : wins) expected.push_back(distance);
  std::sort(expected.rbegin(), expected.rend());
  expected.resize(std::min<std::size_t>(expected.size(), 10));
  std::vector<int> told;
  for (const Json& entry : longest) {
    CHECK(entry.size() == 2);
    const auto found = wins.find(class_of(oracle::parse(entry["position"])));
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
    CHECK(served.server().get_json(target) == json);  // counted once, told twice
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
                                 {"start", "3/bb1/1ww w"}});
  CHECK(json["files"][1]["file"] == "4x3-2-passes.uisge");
  // One a side has no start array.
  const TemporaryDirectory directory;
  solve_into(directory.file("one.uisge"), {3, 2, 1, Stuck::kLoses, false});
  const RunningServer other({"serve", directory.file("one.uisge")});
  CHECK(other.get_json("/api/files")["files"][0]["start"].is_null());
  const auto search = other.get_json("/api/files")["search"];
  CHECK(search["plies"].is_number_integer());
  CHECK(search["seconds"].is_number());
}

TEST_CASE("the server draws what query draws", "[serve][answers]") {
  const ServedGames served({{4, 3, 2, Stuck::kPasses, true}, {3, 3, 2, Stuck::kLoses, false}});
  const TemporaryDirectory directory;
  const std::string drawn = directory.file("drawn.svg");
  for (const OracleGame& solved : served.oracles()) {
    const oracle::Game& game = solved.game();
    for (const oracle::Position& position : solved.every(solved.universe().size() / 4)) {
      const std::string text = oracle::print(position);
      CAPTURE(text);
      REQUIRE(run_uisge(with_rules({"query", served.path(game), text, "--svg", drawn}, game)).exit_code == 0);
      const HttpAnswer answer = served.server().get(asking("/api/picture", game, position));
      CHECK(answer.status == 200);
      CHECK(answer.body == text_of_file(drawn));
      CHECK(answer.header.find("Content-Type: image/svg+xml\r\n") != std::string::npos);
      CHECK(answer.header.find("Content-Security-Policy: default-src 'none'") != std::string::npos);
    }
  }
  CHECK(error_in(served.server().get("/api/picture?position=b"), 400).find("position") != std::string::npos);
}

TEST_CASE("the page is there, and may load nothing from elsewhere", "[serve][answers]") {
  const RunningServer server({"serve", "--search", "0"});
  const HttpAnswer page = server.get("/");
  CHECK(page.status == 200);
  CHECK(page.header.find("Content-Type: text/html; charset=utf-8\r\n") != std::string::npos);
  CHECK(page.header.find("Content-Security-Policy: default-src 'self';") != std::string::npos);
  CHECK(page.header.find("unsafe") == std::string::npos);
  CHECK(page.header.find("X-Content-Type-Options: nosniff\r\n") != std::string::npos);
  CHECK(page.body.starts_with("<!doctype html>"));
  CHECK(server.get("/?position=start#here").body == page.body);
  // HEAD has the same header and nothing behind it.
  for (const char* target : {"/", "/api/files", "/nothing"}) {
    CAPTURE(target);
    HttpConnection connection(server.port());
    REQUIRE(connection.send(fmt::format(
        "HEAD {} HTTP/1.1\r\nHost: localhost\r\n\r\nHEAD {} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
        target, target)));
    const std::string header = server.get(target).header;
    const std::string both = connection.receive_until_closed();
    REQUIRE(both.starts_with(header));
    CHECK(both.substr(header.size()).find("Connection: close\r\n") != std::string::npos);
    CHECK(both.ends_with("\r\n\r\n"));
    CHECK(both.find("\r\n\r\n", header.size()) == both.size() - 4);
  }
}

TEST_CASE("paths that are none and methods that are others are told", "[serve][answers]") {
  const RunningServer server({"serve", "--search", "0"});
  for (const char* path : {"/nothing", "/api", "/api/", "/api/nothing", "/api/files/", "/API/files", "//api/files",
                           "/index", "/favicon"}) {
    CAPTURE(path);
    CHECK_FALSE(error_in(server.get(path), 404).empty());
  }
  const std::vector<std::pair<const char*, const char*>> routes{
      {"/", "GET"},           {"/api/files", "GET"}, {"/api/position", "GET"},  {"/api/positions", "POST"},
      {"/api/rules", "GET"},  {"/api/move", "GET"},  {"/api/annotate", "POST"}, {"/api/statistics", "GET"},
      {"/api/picture", "GET"}};
  for (const auto& [path, allowed] : routes) {
    for (const char* method : {"GET", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "BREW"}) {
      if (method == std::string(allowed)) continue;
      CAPTURE(path, method);
      HttpConnection connection(server.port());
      REQUIRE(connection.send(
          fmt::format("{} {} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{{}}", method, path)));
      const HttpAnswer answer = connection.receive();
      CHECK_FALSE(error_in(answer, 405).empty());
      CHECK(answer.header.find(fmt::format("Allow: {}\r\n", allowed)) != std::string::npos);
      CHECK(connection.get("/api/files").status == 200);  // the connection goes on
    }
  }
}

// Without any file, the server and all commands that answer about a position give the same known results of a start.
// Expected values are read from the tables by tests/known_table.h. tests/library and tests/python test the libraries.
#include "tests/cli/json_schema.h"
#include "tests/explorer/http_client.h"
#include "tests/known_table.h"

using namespace uisge::test;
using Json = nlohmann::json;

namespace {

const std::string kDocs = UISGE_SOURCE "/docs";

template <class T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json();
}

std::vector<std::string> with_options(std::vector<std::string> arguments, const KnownGame& game) {
  arguments = joined(std::move(arguments),
                     {"--board", game.board, "--pieces", std::to_string(game.pieces), "--stuck", game.stuck});
  if (game.diagonal_jumps) arguments.emplace_back("--diagonal-jumps");
  return arguments;
}

// Checks that the object `known` has the expected contents.
void check_known(const Json& known, const ExpectedStart& expected) {
  REQUIRE(known.is_object());
  check_fields(known, "value", or_null(expected.value), "source", or_null(expected.source), "at_least",
               or_null(expected.at_least), "within", or_null(expected.within));
  const bool is_exact = expected.within && expected.within == expected.at_least;
  CHECK(known["distance"] == (is_exact ? Json(*expected.within) : Json()));
  const std::string words = known["words"];
  const std::string value = expected.value.value_or("open");
  CHECK(contains(words, value == "loss" ? "loses" : value));
}

// Checks an answer about the start that comes from no file.
void check_answer(const Json& answer, const ExpectedStart& expected) {
  check_known(answer["known"], expected);
  check_fields(answer, "source", "known", "file", nullptr, "value", or_null(expected.value), "distance",
               answer["known"]["distance"]);
  CHECK(answer.contains("no_forced_win_within") == !expected.value);
  if (!expected.value) CHECK(answer["no_forced_win_within"] == *expected.at_least - 1);
}

std::string rules_in_query(const KnownGame& game) {
  return "&stuck=" + game.stuck + "&diagonal_jumps=" + (game.diagonal_jumps ? "true" : "false");
}

}  // namespace

TEST_CASE("every command and the server say the same of a start that no file holds", "[serve][known][no-asan]") {
  const TemporaryDirectory empty;
  const RunningServer server({"serve", empty.path(), "--search", "1", "--memory", "16M"});
  for (const KnownGame& game : known_games()) {
    const ExpectedStart expected = expected_start(kDocs, game);
    CAPTURE(game.board, game.pieces, game.stuck, game.diagonal_jumps);
    const Json queried = Json::parse(run_uisge(with_options({"query", "start", "--json"}, game)).out);
    check_answer(queried, expected);
    CHECK(schema_violation("query", queried.dump() + "\n").empty());
    const std::string words = queried["known"]["words"];
    const bool is_over = !queried["over"].is_null();

    // `plan`, and `query` without --json, count placements, which takes a second for the real game. So these two
    // commands run under only one of its rule sets.
    const bool is_real = game.board == "7x6" && game.pieces == 6;
    if (!is_real || game.stuck + (game.diagonal_jumps ? "+" : "") == "loses") {
      const ProgramRun told = run_well(with_options({"query", "start"}, game));
      if (!is_over) CHECK(contains(told.out, "\n" + words + "\n"));
      if (is_real) CHECK(contains(told.out, "docs/proofs/7x6-6-draws.proof"));
      check_known(run_json("plan", with_options({}, game))["known"], expected);
    }
    const RunOptions typed{.input = "quit\n"};
    CHECK(contains(run_uisge(with_options({"play", "--memory", "1M"}, game), typed).out, "Known: " + words + ".\n"));
    const ProgramRun looked = run_uisge(with_options({"search", "--plies", "1", "--memory", "1M"}, game));
    if (!is_over) CHECK(contains(looked.out, "\nKnown: " + words + "\n"));
    if (!is_real) check_known(run_json("plan", with_options({"--values", "--device", "cpu"}, game))["known"], expected);

    const std::string start = "position=start&board=" + game.board + "&pieces=" + std::to_string(game.pieces);
    const Json rules = server.get_json("/api/rules?" + start + rules_in_query(game))["rules"];
    const Json known = server.get_json("/api/known?" + start)["rules"];
    REQUIRE(rules.size() == 8);
    REQUIRE(known.size() == 8);
    for (std::size_t i = 0; i < 8; ++i) {
      if (rules[i]["stuck"] != game.stuck || rules[i]["diagonal_jumps"] != game.diagonal_jumps) continue;
      check_known(rules[i]["known"], expected);
      CHECK(rules[i]["value"] == or_null(expected.value));
      check_known(known[i]["known"], expected);
      CHECK(known[i]["known"] == queried["known"]);
    }
    const Json asked = {{"positions", Json::array({queried["position"]})},
                        {"stuck", game.stuck},
                        {"diagonal_jumps", game.diagonal_jumps}};
    check_answer(Json::parse(server.post("/api/positions", asked).body)["answers"][0], expected);
    if (!is_over) {
      const Json searched = server.get_json("/api/position?" + start + rules_in_query(game));
      // A search of one ply decides none of these starts, so the answer still comes from the table.
      check_answer(searched, expected);
      CHECK(searched["searched_plies"] == 1);
      const std::string told = words.substr(0, words.find_first_of(" ,;", sizeof "White to move"));
      if (expected.value) CHECK(contains(server.get("/api/picture?" + start + rules_in_query(game)).body, ": " + told));
    }
  }
}

TEST_CASE("an answer that leaves a start open also has what is known of the start", "[serve][known]") {
  // The start of 4x4 with three a side is a loss in 32 plies under `wins` (docs/results.csv).
  const KnownGame game{"4x4", 3, "wins", false};
  const ExpectedStart expected = expected_start(kDocs, game);
  const Json searched =
      Json::parse(run_uisge(with_options({"query", "start", "--search", "4", "--memory", "1M", "--json"}, game)).out);
  check_answer(searched, expected);
  CHECK(searched["searched_plies"] == 4);
  CHECK(searched["moves"][0]["value"].is_null());
  const TemporaryDirectory folder;
  const std::string file = folder.file("4x4-3-wins-values.uisge");
  run_well(with_options({"solve", "--values", "--out", file}, game));
  const Json of_file = run_json("query", {file, "start"});
  check_fields(of_file, "source", "file", "value", "loss", "distance", nullptr);
  check_known(of_file["known"], expected);
  check_known(run_json("info", {file})["known"], expected);
  CHECK(contains(run_uisge({"info", file}).out, "\nknown     White to move loses in 32 plies"));
  CHECK(contains(run_uisge({"query", file}).out, "\nknown: White to move loses in 32 plies"));
}

TEST_CASE("the server plays the move of the table at the start", "[serve][known]") {
  const auto mirrored = [](std::string move) {
    for (const std::size_t file : {0U, 2U}) move[file] = static_cast<char>('a' + 'g' - move[file]);
    return move;
  };
  const TemporaryDirectory empty;
  // Level 9 chooses at random among moves that neither the search nor the table has judged. A move that gives away a
  // win known to the table costs 100 points, so level 9 plays it with a probability of exp(-100 / 3.4) at most
  // (move_choice.h).
  const std::string search = GENERATE("1", "0");
  CAPTURE(search);
  const RunningServer server({"serve", empty.path(), "--search", search, "--memory", "16M"});
  int asked = 0;
  for (const auto& row : rows_of(kDocs + "/known.csv")) {
    if (row[10].empty()) continue;
    CAPTURE(row);
    REQUIRE(row[0] == "7x6");
    REQUIRE(row[1] == "6");
    const std::string rules = "&stuck=" + row[2] + "&diagonal_jumps=" + row[3];
    const std::string image = encoded("7/3bb2/2bbbb1/1wwww2/2ww3/7 w");
    for (const std::string level : {"10", "9", "9", "9", "9", "9", "9", "9", "9"}) {
      const std::string how = rules + "&level=" + level;
      CHECK(server.get_json("/api/move?position=start" + how)["move"] == row[10]);
      CHECK(server.get_json("/api/move?position=" + image + how)["move"] == mirrored(row[10]));
    }
    ++asked;
  }
  CHECK(asked >= 4);
}

TEST_CASE("what the tables lack is known to no command, nor to the server", "[serve][known]") {
  const TemporaryDirectory empty;
  const RunningServer server({"serve", empty.path(), "--search", "1", "--memory", "16M"});
  // With one piece a side there is no start. The second request is refused because /api/known takes no `rules`.
  CHECK(server.get("/api/known?position=start&board=4x4&pieces=1").status == 400);
  CHECK(server.get("/api/known?position=start&rules=loses").status == 400);
  const Json known = server.get_json("/api/known?position=" + encoded("4/bb2/1wW1 w"))["rules"];
  for (const Json& entry : known) CHECK(entry["known"].is_null());
  CHECK(run_uisge({"query", "4/bb2/1wW1 w"}).exit_code == 2);
  // A game that is over needs no file.
  check_fields(run_json("query", {"4/bb2/1WW1 w"}), "value", "win", "distance", 0, "over", "crowned", "source",
               "known");
  CHECK(contains(run_well({"query", "4/bb2/1WW1 w"}).out, "\nWhite has won: all its pieces are crowns\n"));
  const std::string stuck = "wb/bw w";
  check_fields(run_json("query", {stuck}), "value", "loss", "distance", 0, "over", "stuck", "moves", Json::array());
  check_fields(run_json("query", {stuck, "--stuck", "draws"}), "value", "draw", "distance", nullptr, "over", "stuck");
  const Json sides = server.get_json("/api/rules?position=" + encoded(stuck))["rules"];
  REQUIRE(sides.size() == 8);
  for (const Json& entry : sides) {
    CAPTURE(entry);
    // Under `passes` the game is over too, since neither side can move.
    CHECK(entry["source"] == "known");
  }
  CHECK(run_json("plan", {"--board", "9x7", "--pieces", "2"})["known"].is_null());
}

// With sanitizers, replaying the real game's proof takes 20 seconds.
TEST_CASE("the proofs that the table names are replayed, and prove what the table says", "[known][no-asan]") {
  std::map<std::string, Json> replays;  // one replay per file, though several rows may name it
  for (const auto& row : rows_of(kDocs + "/known.csv")) {
    if (row[4] != "proof") continue;
    CAPTURE(row);
    Json& replayed = replays[row[9]];
    if (replayed.is_null()) replayed = run_json("verify-proof", {UISGE_SOURCE "/" + row[9], "--stuck", "all"});
    check_fields(replayed, "proven", true, "claim", row[5]);
    CHECK(replayed["within"] <= std::stoi(row[7]));
    const Json& rules = replayed["proven_under"];
    CHECK(std::find(rules.begin(), rules.end(), row[2]) != rules.end());
    CHECK(replayed["diagonal_jumps"] == (row[3] == "true"));
    const Json of_table = run_json("query", {replayed["position"], "--stuck", row[2]});
    check_fields(of_table["known"], "source", "proof", "move", row[10]);
    CHECK(contains(of_table["known"]["words"].get<std::string>(), " wins with " + row[10] + ", found by"));
    check_fields(of_table["moves"][0], "move", row[10], "value", "win", "best", true);
    CHECK(of_table["moves"][1]["value"].is_null());
    if (row[2] == "loses") {
      const ProgramRun searched = run_well({"query", replayed["position"], "--search", "1", "--memory", "16M"});
      CHECK(contains(searched.out, "* " + row[10] + "  win\n"));
    }
    const Json of_proof = run_json("query", {UISGE_SOURCE "/" + row[9], replayed["position"], "--stuck", row[2]});
    check_fields(of_proof["moves"][0], "value", "win", "move", row[10], "best", true);
    for (const Json& move : of_proof["moves"]) CHECK(move["best"].is_null() == move["value"].is_null());
  }
}

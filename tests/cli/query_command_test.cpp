// Tests what `uisge query` answers from a database: values, moves and lines of one position or of a stream. Positions
// that the file does not hold are searched.
#include "tests/cli/run_program.h"
#include "tests/cli/small_database.h"
#include "tests/cli/solved_game.h"
#include "tests/cli/win_in_one.h"

using namespace uisge;
using namespace uisge::test;
using Json = nlohmann::json;

TEST_CASE("after two dashes come a file and positions, whatever they begin with", "[cli][query]") {
  const SmallDatabase database;
  const std::string expected = run_uisge({"query", database.path(), "start"}).out;
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{"query", database.path(), "--", "start"},
                                             {"query", "--", database.path(), "start"},
                                             {"query", database.path(), "--"},
                                             {"query", database.path(), "  start "}}) {
    CAPTURE(arguments);
    CHECK(run_well(arguments).out == expected);
  }
  check_refused({"query", "--", "--none.uisge"}, 4, "uisge: ./--none.uisge: ");
}

TEST_CASE("a stream may begin with a byte-order mark and have spaces around its positions", "[cli][query]") {
  const SmallDatabase database;
  RunOptions plain, odd;
  plain.input = "start\nstart\n";
  odd.input = "\xEF\xBB\xBFstart\n \t\n  start \t\r\n";
  CHECK(run_well({"query", database.path(), "-"}, odd).out == run_uisge({"query", database.path(), "-"}, plain).out);
}

TEST_CASE("a stream may consist of lines that find and export print", "[cli][query]") {
  const SmallDatabase database;
  const std::string& path = database.path();
  const auto answers_to = [&](std::string input) {
    const RunOptions options{.input = std::move(input)};
    const ProgramRun run = run_uisge({"query", path, "-", "--no-line"}, options);
    CHECK(run.err == "");
    return run.out;
  };
  for (const std::vector<std::string>& source : {std::vector<std::string>{"find", path, "--value", "win"},
                                                 {"find", path, "--value", "win", "--csv"},
                                                 {"export", path, "--csv", "-"}}) {
    CAPTURE(source);
    const std::string lines = run_uisge(source).out;
    std::string positions;
    for (const std::string& line : lines_of(lines)) {
      const std::string position = line.substr(0, line.find_first_of(" ,", line.find(' ') + 1));
      if (position != "position") positions += position + '\n';
    }
    REQUIRE(positions.size() > 1000);
    CHECK(answers_to(lines) == answers_to(positions));
  }
}

TEST_CASE("a stream of positions goes on after a bad line and says so at the end", "[cli][query]") {
  const SmallDatabase database;
  const RunOptions options{.input = kPosition + "\n\n# a comment\r\nnonsense\n4/1ww1/1bb1 b\r\n"};
  const ProgramRun run = run_uisge({"query", database.path(), "-", "--json"}, options);
  CHECK(run.exit_code == 2);
  CHECK(is_one_error_line(run.err));
  const auto lines = json_lines(run.out);
  REQUIRE(lines.size() == 3);
  check_fields(lines[0], "position", kPosition, "board", "4x3", "pieces", 2, "stuck", "loses", "diagonal_jumps", false,
               "line_number", 1);
  CHECK(lines[1]["line"] == 4);
  CHECK(lines[1]["error"].get<std::string>().find("position: ") == 0);
  check_fields(lines[2], "position", "4/1ww1/1bb1 b", "line_number", 5);
  const ProgramRun text = run_uisge({"query", database.path(), "-"}, options);
  CHECK(text.exit_code == 2);
  CHECK(text.err.find("uisge: line 4: position: ") == 0);
}

TEST_CASE("query searches what the file does not hold, if asked to, and says so", "[cli][query][search]") {
  const SmallDatabase database;
  check_refused({"query", database.path(), kWinInOne}, 2, "--search PLIES");

  const ProgramRun run = run_well({"query", database.path(), kWinInOne, kPosition, "--search", "4", "--json"});
  const auto lines = json_lines(run.out);
  REQUIRE(lines.size() == 2);
  const Json searched = lines[0];
  check_fields(searched, "source", "search", "searched_plies", 4, "value", "win", "distance", 1);
  check_fields(searched["moves"][0], "move", "a1c1", "best", true);
  CHECK(searched["line"] == Json::array({"a1c1"}));
  const Json known = lines[1];
  CHECK(known["source"] == "file");
  CHECK_FALSE(known.contains("searched_plies"));
  CHECK(known == run_json("query", {database.path(), kPosition}));

  const ProgramRun text = run_uisge({"query", database.path(), kWinInOne, "--search", "4"});
  CHECK(contains(text.out,
                 "Not in the file: searched 4 plies ahead, a stuck player loses\nWhite to move wins in 1 ply\n"));
}

// A side with six blanks needs at least six moves of its own to win.
TEST_CASE("a list of noted positions leaves all others to the search", "[cli][query][search]") {
  constexpr int kPlies = 12;
  const oracle::Game rules{4, 3, 2};
  const OracleGame solved(rules);
  const TemporaryDirectory directory;
  const std::string notes = directory.file("start.notes");
  solve_into(notes, rules, {"--values", "--exact", "--note-plies", "1"});
  const Json start = run_json("query", {notes, "start", "--search", "12"});
  CHECK(start["source"] == "file");
  CHECK_FALSE(start.contains("searched_plies"));
  // The position after the start's only move is on the list, and the positions after its moves are not.
  REQUIRE(start["moves"].size() == 1);
  const std::string noted = start["moves"][0]["position"];
  const oracle::Label noted_label = solved.label(oracle::parse(noted));
  REQUIRE(noted_label.outcome == oracle::Outcome::kLoss);
  REQUIRE(noted_label.distance <= kPlies);
  const Json unsearched = run_json("query", {notes, noted});
  check_fields(unsearched["moves"][0], "value", nullptr, "best", nullptr);
  const Json last = run_json("query", {notes, noted, "--search", std::to_string(kPlies), "--memory", "1M"});
  check_fields(last, "source", "file", "searched_plies", kPlies, "distance", noted_label.distance);
  check_fields(last["moves"][0], "value", "loss", "distance", noted_label.distance, "best", true);
  // If the search does not look far enough ahead, the moves are open within its plies.
  const Json open = run_json("query", {notes, noted, "--search", "4", "--memory", "1M"});
  check_fields(open, "distance", noted_label.distance);
  check_fields(open["moves"][0], "value", nullptr, "no_forced_win_within", 4, "best", nullptr);
  int decided = 0;
  for (const oracle::Position& position : solved.every(solved.universe().size() / 20)) {
    const std::string text = oracle::print(position);
    const oracle::Label label = solved.label(position);
    CAPTURE(text);
    const bool is_decided = label.outcome != oracle::Outcome::kDraw && label.distance <= kPlies;
    const Json answer = run_json("query", {notes, text, "--search", std::to_string(kPlies), "--memory", "1M"});
    check_fields(answer, "value", is_decided ? Json(to_string(label.outcome)) : Json(), "distance",
                 is_decided ? Json(label.distance) : Json());
    if (label.distance == 0) continue;
    // By the rules alone, a file of any kind knows a win in one ply.
    CHECK(answer["source"] == (label.outcome == oracle::Outcome::kWin && label.distance == 1 ? "file" : "search"));
    decided += is_decided ? 1 : 0;
  }
  CHECK(decided > 5);
}

namespace {

// Checks what an answer says about a position or move that has the label.
void check_true(const Json& said, oracle::Label label) {
  if (!said["value"].is_null()) CHECK(said["value"] == to_string(label.outcome));
  if (!said["distance"].is_null()) CHECK(said["distance"] == label.distance);
  if (said.contains("within")) CHECK(said["within"] >= label.distance);
  if (said.contains("no_forced_win_within")) {
    CHECK((label.outcome == oracle::Outcome::kDraw || label.distance > said["no_forced_win_within"]));
  }
}

}  // namespace

// For a position that such a file leaves open, the file may know some of the moves.
TEST_CASE("the search takes nothing away from what a proof or a list of noted positions knows",
          "[cli][query][search]") {
  constexpr int kPlies = 2;
  const oracle::Game rules{4, 3, 2};
  const OracleGame solved(rules);
  const TemporaryDirectory directory;
  const std::string notes = directory.file("start.notes"), proof = directory.file("start.proof");
  solve_into(notes, rules, {"--values", "--exact", "--note-plies", "3"});
  run_well({"search", "4/bb2/1ww1 w", "--plies", "12", "--memory", "1M", "--proof", proof});
  std::map<std::string, oracle::Position> classes;
  for (const oracle::Position& position : solved.every(1)) classes.emplace(oracle::least_image(position), position);
  std::vector<oracle::Position> positions;
  std::string lines;
  for (const auto& [image, position] : classes) {
    positions.push_back(position);
    lines += oracle::print(position) + "\n";
  }
  for (const std::string& file : {notes, proof}) {
    const auto answers = [&](const std::vector<std::string>& options) {
      return json_lines(
          run_well(joined({"query", file, "-", "--json", "--memory", "1M"}, options), {.input = lines}).out);
    };
    const auto alone = answers({}), searched = answers({"--search", std::to_string(kPlies)});
    REQUIRE(alone.size() == positions.size());
    REQUIRE(searched.size() == positions.size());
    int won = 0, kept = 0;  // positions that a known move wins; moves that the file knows and the search leaves open
    std::map<bool, std::string> left_open;  // by whether the file tells of some moves: a position left to the search
    for (std::size_t i = 0; i < positions.size(); ++i) {
      CAPTURE(alone[i], searched[i]);
      const oracle::Label label = solved.label(positions[i]);
      const auto moves = solved.moves(positions[i]);
      for (const Json* const answer : {&alone[i], &searched[i]}) {
        check_true(*answer, label);
        for (const Json& move : (*answer)["moves"]) {
          check_true(move, solved.label_by_move(moves.at(move["move"])));
          if (move["value"] == "win") CHECK((*answer)["value"] == "win");
          // A proof's best move has the least bound, which need not be the least distance.
          const bool is_judged = file == notes && !move["best"].is_null();
          if (is_judged) CHECK(move["best"] == (solved.label_by_move(moves.at(move["move"])) == label));
        }
      }
      if (searched[i]["source"] == "search") {
        const Json& moves_of_file = alone[i]["moves"];
        const bool tells = std::any_of(moves_of_file.begin(), moves_of_file.end(),
                                       [](const Json& move) { return !move["value"].is_null(); });
        left_open[tells] = oracle::print(positions[i]);
      }
      won += alone[i]["value"] == "win" && alone[i]["distance"].is_null() ? 1 : 0;
      for (const Json& move : alone[i]["moves"]) {
        if (move["value"].is_null()) continue;
        const Json& same = *std::find_if(searched[i]["moves"].begin(), searched[i]["moves"].end(),
                                         [&](const Json& other) { return other["move"] == move["move"]; });
        CHECK(same["value"] == move["value"]);
        const bool is_beyond = same["distance"].is_null() || same["distance"] > kPlies;
        kept += alone[i]["distance"].is_null() && searched[i].contains("searched_plies") && is_beyond ? 1 : 0;
      }
    }
    CHECK(won > 0);
    CHECK(kept > 0);
    REQUIRE(left_open.size() == 2);
    for (const auto& [tells, text] : left_open) {
      const ProgramRun words = run_well({"query", file, text, "--search", "2", "--memory", "1M"});
      CHECK(contains(words.out, tells ? "\nNot in the file, which tells of some moves: searched 2 plies ahead"
                                      : "\nNot in the file: searched 2 plies ahead"));
    }
  }
}

TEST_CASE("a position that query's search does not decide is reported as open", "[cli][query][search]") {
  const SmallDatabase database;
  // The position is not the game's start, since the table of known starts would answer for the start.
  const std::string start = "7/2bb3/1bbbb2/2wwww1/2ww3/7 w";
  const Json open = run_json("query", {database.path(), start, "--search", "4", "--memory", "16M"});
  check_fields(open, "value", nullptr, "no_forced_win_within", 4);
  CHECK(open["moves"].size() == 5);
  check_fields(open["moves"][0], "value", nullptr, "best", nullptr);
  CHECK(open["line"].empty());
  const ProgramRun text = run_uisge({"query", database.path(), start, "--search", "4", "--memory", "16M"});
  CHECK(contains(text.out, "White to move: no forced result within 4 plies\n"));
}

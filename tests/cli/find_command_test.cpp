// Tests `uisge find` as a whole program. tests/db compares the found positions with the oracle.
#include "core/notation.h"
#include "db/database.h"
#include "tests/cli/run_program.h"
#include "tests/cli/solved_game.h"
#include "tests/db/position_facts.h"

using namespace uisge::test;
using Json = nlohmann::json;

namespace {

Json count_of(const SolvedFile& board, const std::vector<std::string>& properties) {
  return run_json("find", joined({board.path(), "--count"}, properties));
}

std::vector<Json> found_by(const SolvedFile& board, const std::vector<std::string>& properties) {
  const ProgramRun run = run_well(joined({"find", board.path(), "--json"}, properties));
  return json_lines(run.out);
}

// Counts, with the oracle, the live positions that can arise from the start. Positions with Black to move are counted
// with the colours exchanged.
std::size_t live_positions_reached(const oracle::Game& game, const std::string& start) {
  std::size_t count = 0;
  for (const auto& [text, ply] : oracle::plies_from(game, oracle::parse(start), std::numeric_limits<int>::max())) {
    const oracle::Position position = oracle::parse(text);
    const bool is_over = oracle::all_crowns(position, 'w') || oracle::all_crowns(position, 'b');
    if (!is_over) count += oracle::image_texts(position).size();
  }
  return count;
}

}  // namespace

TEST_CASE("find and info count the same, by value and distance", "[cli][find][no-asan]") {
  const SolvedFile board({4, 4, 3});
  const Json info = run_json("info", {board.path(), "--histogram"});
  CHECK(count_of(board, {})["count"] == info["live"]);
  CHECK(count_of(board, {})["canonical"] == info["canonical"]["live"]);
  CHECK(count_of(board, {"--value", "win"})["count"] == info["won"]);
  CHECK(count_of(board, {"--value", "loss,draw"})["canonical"] ==
        info["canonical"]["lost"].get<int>() + info["canonical"]["drawn"].get<int>());
  for (const Json& row : info["by_distance"]) {
    const std::string distance = std::to_string(row["distance"].get<int>());
    CHECK(count_of(board, {"--value", "win", "--distance", distance})["count"] == row["won"]);
    CHECK(count_of(board, {"--value", "loss", "--distance", distance})["count"] == row["lost"]);
  }
}

TEST_CASE("each option of find looks at what it names", "[cli][find]") {
  const SolvedFile board({4, 3, 2, oracle::Stuck::kPasses});
  const FactsOfBoard facts({4, 3, 2, oracle::Stuck::kPasses, false});
  using Count = std::uint32_t (*)(const PositionFacts&);
  const std::vector<std::pair<std::vector<std::string>, Count>> options{
      {{"find", "--mover-crowns"}, [](const PositionFacts& f) { return f.mover_crowns; }},
      {{"find", "--mover-blanks"}, [](const PositionFacts& f) { return 2 - f.mover_crowns; }},
      {{"find", "--mover-moves"}, [](const PositionFacts& f) { return f.mover_moves; }},
      {{"find", "--mover-pinned"}, [](const PositionFacts& f) { return f.mover_pinned; }},
      {{"find", "--opponent-crowns"}, [](const PositionFacts& f) { return f.opponent_crowns; }},
      {{"find", "--opponent-blanks"}, [](const PositionFacts& f) { return 2 - f.opponent_crowns; }},
      {{"find", "--opponent-moves"}, [](const PositionFacts& f) { return f.opponent_moves; }},
      {{"find", "--opponent-pinned"}, [](const PositionFacts& f) { return f.opponent_pinned; }},
      {{"find", "--winning-moves"}, [](const PositionFacts& f) { return f.winning; }},
      {{"find", "--drawing-moves"}, [](const PositionFacts& f) { return f.drawing(); }},
      {{"find", "--losing-moves"}, [](const PositionFacts& f) { return f.losing; }},
      {{"find", "--keeping-moves"}, [](const PositionFacts& f) { return f.keeping(); }},
      {{"find", "--best-moves"}, [](const PositionFacts& f) { return f.best; }},
  };
  for (const auto& [words, count] : options) {
    const std::string& option = words.back();
    CAPTURE(option);
    const auto number_of = [&, of = count](auto&& fits) {
      return std::count_if(facts.all().begin(), facts.all().end(), [&](const PositionFacts& f) { return fits(of(f)); });
    };
    CHECK(count_of(board, {option, "1"})["count"] == number_of([](std::uint32_t n) { return n == 1; }));
    CHECK(count_of(board, {option, "2.."})["count"] == number_of([](std::uint32_t n) { return n >= 2; }));
    CHECK(count_of(board, {option, "..1"})["count"] == number_of([](std::uint32_t n) { return n <= 1; }));
    CHECK(count_of(board, {option, "1..3"})["count"] == number_of([](std::uint32_t n) { return n >= 1 && n <= 3; }));
  }
}

TEST_CASE("find lists lines, comma-separated values and JSON", "[cli][find]") {
  const SolvedFile board({3, 3, 2});
  const std::vector<std::string> won{"--value", "win", "--winning-moves", "1"};
  const auto objects = found_by(board, won);
  REQUIRE(objects.size() > 10);
  CHECK(count_of(board, won)["canonical"] == objects.size());

  const auto text = lines_of(run_uisge({"find", board.path(), "--value", "win", "--winning-moves", "1"}).out);
  const auto csv = lines_of(run_uisge({"find", board.path(), "--value", "win", "--winning-moves", "1", "--csv"}).out);
  REQUIRE(text.size() == objects.size());
  REQUIRE(csv.size() == objects.size() + 1);
  CHECK(csv[0] == "position,value,distance,positions,moves,winning,drawing,losing,best");
  std::uint64_t positions = 0;
  for (std::size_t i = 0; i < objects.size(); ++i) {
    const std::string position = objects[i]["position"];
    const Json& moves = objects[i]["moves"];
    positions += objects[i]["positions"].get<std::uint64_t>();
    CHECK(text[i] == position + "  win in " + objects[i]["distance"].dump() + "  " + moves["all"].dump() +
                         (moves["all"] == 1 ? " move: " : " moves: ") + moves["winning"].dump() + " win, " +
                         moves["drawing"].dump() + " draw, " + moves["losing"].dump() + " lose, " +
                         moves["best"].dump() + " best");
    CHECK(csv[i + 1] == position + ",win," + objects[i]["distance"].dump() + "," + objects[i]["positions"].dump() +
                            "," + moves["all"].dump() + ",1," + moves["drawing"].dump() + "," + moves["losing"].dump() +
                            "," + moves["best"].dump());
    // `query` must give the same value, distance and number of moves.
    const Json asked = run_json("query", {board.path(), position});
    check_fields(asked, "value", "win", "distance", objects[i]["distance"]);
    CHECK(asked["moves"].size() == moves["all"]);
  }
  CHECK(count_of(board, won)["count"] == positions);

  // With --limit the command prints only the first positions. The output has no moves if no option asks about moves.
  const auto first = found_by(board, {"--value", "win", "--winning-moves", "1", "--limit", "3"});
  REQUIRE(first.size() == 3);
  CHECK(std::equal(first.begin(), first.end(), objects.begin()));
  CHECK_FALSE(found_by(board, {"--value", "loss", "--limit", "1"}).front().contains("moves"));
  const SolvedFile with_draws({4, 4, 3});
  CHECK(found_by(with_draws, {"--value", "draw", "--limit", "1"}).front()["distance"].is_null());

  const ProgramRun none = run_well({"find", board.path(), "--distance", "5000..", "--csv"});
  CHECK(none.out == "position,value,distance,positions\n");
  CHECK(contains(none.err, "no position has these properties"));
}

TEST_CASE("find draws the same sample from any number of threads", "[cli][find]") {
  const SolvedFile board({4, 3, 2});
  const auto drawn = [&](const std::string& seed, const std::string& threads, const std::string& memory) {
    const ProgramRun run = run_well({"find", board.path(), "--value", "win", "--sample", "20", "--seed", seed,
                                     "--threads", threads, "--memory", memory});
    return run.out;
  };
  CHECK(lines_of(drawn("5", "1", "1G")).size() == 20);
  CHECK(drawn("5", "3", "1M") == drawn("5", "1", "1G"));
  CHECK(drawn("6", "1", "1G") != drawn("5", "1", "1G"));
}

TEST_CASE("find knows what can arise from the start", "[cli][find]") {
  for (const oracle::Stuck stuck : {oracle::Stuck::kLoses, oracle::Stuck::kPasses}) {
    const oracle::Game game{3, 3, 2, stuck};
    std::vector<Json> won;
    // These checks hold for databases with and without distances.
    for (const std::vector<std::string>& more : {std::vector<std::string>{}, {"--values"}}) {
      CAPTURE(to_string(stuck), more);
      const SolvedFile board(game, more);
      const std::string start = run_json("info", {board.path()})["start"]["position"];
      CHECK(count_of(board, {"--reachable"})["count"] == live_positions_reached(game, start));
      CHECK(count_of(board, {"--reachable"})["count"] < count_of(board, {})["count"]);
      won.push_back(count_of(board, {"--reachable", "--value", "win"})["count"]);
    }
    CHECK(won.front() == won.back());
    CHECK(won.front() > 0);
  }
}

TEST_CASE("find gives the same answers from a list of noted positions as from a database", "[cli][find][notes]") {
  for (const oracle::Stuck stuck : {oracle::Stuck::kLoses, oracle::Stuck::kWins, oracle::Stuck::kDraws}) {
    CAPTURE(to_string(stuck));
    const SolvedFile board({3, 3, 2, stuck});
    const std::string notes = board.file("x.notes");
    // The list has every position that can arise from the start.
    run_well({"solve", "--board", "3x3", "--pieces", "2", "--stuck", to_string(stuck), "--values", "--exact",
              "--note-plies", "100", "--out", notes});
    const std::vector<std::vector<std::string>> searches{
        {"--csv"},
        {"--value", "win"},
        {"--value", "loss,draw", "--json"},
        {"--distance", "3.."},
        {"--mover-crowns", "1", "--opponent-blanks", "2"},
        {"--mover-moves", "..2", "--opponent-moves", "1.."},
        {"--mover-pinned", "1"},
        {"--opponent-pinned", "0", "--value", "win", "--limit", "3"},
        {"--sample", "7", "--seed", "3"},
        {"--distance", "5000..", "--csv"},
    };
    for (const auto& search : searches) {
      CAPTURE(search);
      const ProgramRun in_notes = run_well(joined({"find", notes}, search));
      const ProgramRun in_database = run_well(joined({"find", board.path(), "--reachable"}, search));
      CHECK(in_notes.out == in_database.out);
    }
    const Json all = run_json("find", {board.path(), "--reachable", "--count"});
    for (const std::vector<std::string>& also : {std::vector<std::string>{}, {"--reachable"}}) {
      const Json counted = run_json("find", joined({notes, "--count"}, also));
      check_fields(counted, "file", notes, "count", all["count"], "canonical", all["canonical"], "live", all["count"]);
    }
    for (const std::vector<std::string>& search :
         {std::vector<std::string>{"--winning-moves", "1"}, {"--best-moves", "1"}, {"--puzzle"}}) {
      check_refused(joined({"find", notes}, search), 2, "is a list of noted positions");
    }
  }
}

TEST_CASE("puzzles have one winning move among many by the oracle, and no win in one", "[cli][find]") {
  const SolvedFile board({4, 4, 3});
  const oracle::SolvedGame solved({4, 4, 3});
  const auto puzzles = found_by(board, {"--puzzle", "--sample", "12", "--distance", "7.."});
  REQUIRE(puzzles.size() == 12);
  for (const Json& puzzle : puzzles) {
    const oracle::Position position = oracle::parse(puzzle["position"].get<std::string>());
    const oracle::Label label = solved.label(position);
    CHECK(label.outcome == oracle::Outcome::kWin);
    CHECK(label.distance >= 7);
    int winning = 0;
    int others = 0;
    for (const oracle::Position& next : oracle::successors(solved.game(), position)) {
      REQUIRE_FALSE(oracle::all_crowns(next, 'w'));  // a win in one
      const oracle::Label reply = solved.label(next);
      if (reply.outcome == oracle::Outcome::kLoss) ++winning;
      if (reply.outcome == oracle::Outcome::kDraw || (reply.outcome == oracle::Outcome::kWin && reply.distance > 1)) {
        ++others;
      }
    }
    CHECK(winning == 1);
    CHECK(others >= 5);
  }
  // Without --limit the command prints all positions, in the order of the file.
  const auto all = found_by(board, {"--puzzle"});
  CHECK(all.size() > 12);
  CHECK(all.size() <= count_of(board, {"--puzzle"})["canonical"]);
}

// tests/data/refused-commands.txt has other refusals.
TEST_CASE("find refuses --reachable on a board without a start, and works without distances", "[cli][find]") {
  check_refused({"find", SolvedFile({3, 3, 1}).path(), "--reachable"}, 2, "--reachable: ");  // one a side has no start
  run_well(
      {"find", UISGE_TEST_DATA "/3x3-2-loses-values.uisge", "--value", "loss", "--keeping-moves", "2", "--limit", "1"});
}

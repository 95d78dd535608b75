// `uisge annotate`: random games, in which every judgement of a move is held against the oracle. Long because it makes
// games and judges them by the oracle alone.
#include <catch2/catch.hpp>
#include <map>
#include <random>
#include <set>
#include <sstream>

#include "core/game_record.h"
#include "core/notation.h"
#include "tests/cli/run_program.h"
#include "tests/db/naive_labels.h"
#include "tests/oracle/oracle_moves.h"
#include "tests/oracle/oracle_solution.h"

using namespace uisge::test;
using Json = nlohmann::json;

namespace {

// The value of a move for the side that makes it.
struct Worth {
  std::string value;
  int distance = 0;
  int rank() const {  // larger is better
    if (value == "win") return 100'000 - distance;
    return value == "draw" ? 0 : -100'000 + distance;
  }
  bool operator==(const Worth&) const = default;
};

struct Expected {
  Worth worth;
  Worth best;
  std::string mark;  // empty for none
  std::size_t choices = 0;
};

// The oracle's judgement of the moves of one board.
class Judge {
 public:
  explicit Judge(const oracle::Game& game)
      : game_(game),
        universe_(game.files, game.ranks, game.pieces),
        labels_(oracle::solve(oracle::MoveGraph(universe_, game.diagonal_jumps), game.stuck)) {}

  const oracle::Game& game() const { return game_; }
  const oracle::Universe& universe() const { return universe_; }

  // The value of each move, by the move's text.
  std::map<std::string, Worth> moves(const oracle::Position& position) const {
    std::map<std::string, Worth> worths;
    for (const oracle::Move& move : oracle::legal_moves(position, game_.diagonal_jumps)) {
      worths[move.text()] = before(oracle::after(position, move));
    }
    if (worths.empty() && game_.stuck == oracle::Stuck::kPasses) {
      const oracle::Position passed = oracle::passed(position);
      if (!oracle::legal_moves(passed, game_.diagonal_jumps).empty()) worths["pass"] = before(passed);
    }
    return worths;
  }

  Expected judge(const oracle::Position& position, const std::string& played) const {
    const auto all = moves(position);
    Expected expected{all.at(played), all.at(played), "", all.size()};
    std::size_t keeping = 0;
    for (const auto& [text, worth] : all) {
      if (worth.rank() > expected.best.rank()) expected.best = worth;
    }
    for (const auto& [text, worth] : all) keeping += worth.value == expected.best.value ? 1U : 0U;
    const bool keeps = expected.worth.value == expected.best.value;
    if (!keeps) expected.mark = "??";
    if (keeps && expected.worth != expected.best) expected.mark = "?!";
    if (keeps && keeping == 1 && all.size() > 1) expected.mark = "!";
    return expected;
  }

 private:
  Worth before(const oracle::Position& next) const {
    const bool is_over = oracle::all_crowns(next, 'w') || oracle::all_crowns(next, 'b');
    const oracle::Label label = is_over ? oracle::label_when_over(next) : labels_[universe_.index(next)];
    if (label.outcome == oracle::Outcome::kDraw) return {"draw", 0};
    return {label.outcome == oracle::Outcome::kLoss ? "win" : "loss", label.distance + 1};
  }

  oracle::Game game_;
  oracle::Universe universe_;
  std::vector<oracle::Label> labels_;
};

struct PlayedGame {
  std::string text;
  std::vector<oracle::Position> positions;  // the position before each move
  std::vector<std::string> moves;
};

PlayedGame random_game(const Judge& judge, std::size_t start, std::size_t plies, std::mt19937& random) {
  const oracle::Game& game = judge.game();
  PlayedGame played;
  oracle::Position here = judge.universe().position(start);
  played.text = "[Stuck \"" + to_string(game.stuck) + "\"]\n[DiagonalJumps \"" + (game.diagonal_jumps ? "yes" : "no") +
                "\"]\n[Start \"" + oracle::print(here) + "\"]\n\n";
  while (played.moves.size() < plies && !oracle::all_crowns(here, 'w') && !oracle::all_crowns(here, 'b')) {
    const auto worths = judge.moves(here);
    if (worths.empty()) break;
    const auto chosen = std::next(worths.begin(), static_cast<std::ptrdiff_t>(random() % worths.size()));
    played.positions.push_back(here);
    played.moves.push_back(chosen->first);
    played.text += chosen->first + " ";
    if (chosen->first == "pass") {
      here = oracle::passed(here);
      continue;
    }
    for (const oracle::Move& move : oracle::legal_moves(here, game.diagonal_jumps)) {
      if (move.text() == chosen->first) {
        here = oracle::after(here, move);
        break;
      }
    }
  }
  played.text += "*\n\n";
  return played;
}

std::vector<Json> games_in(const std::string& text) {
  std::vector<Json> objects;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) objects.push_back(Json::parse(line));
  return objects;
}

void check_side(const Json& side, const PlayedGame& game, const std::vector<Expected>& expected, char colour) {
  std::map<std::string, int> marks;
  int moves = 0;
  int choices = 0;
  int best = 0;
  int given_away = 0;
  int missed = 0;
  for (std::size_t ply = 0; ply < expected.size(); ++ply) {
    if (game.positions[ply].side != colour) continue;
    const Expected& one = expected[ply];
    ++moves;
    ++marks[one.mark];
    const bool is_choice = one.choices > 1;
    choices += is_choice ? 1 : 0;
    best += is_choice && one.worth.rank() == one.best.rank() ? 1 : 0;
    if (one.mark == "?!") given_away += std::abs(one.worth.distance - one.best.distance);
    if (one.mark == "??" && one.best.value == "win") missed = std::max(missed, one.best.distance);
  }
  CHECK(side["moves"] == moves);
  CHECK(side["undecided"] == 0);
  CHECK(side["choices"] == choices);
  CHECK(side["best"] == best);
  CHECK(side["only"] == marks["!"]);
  CHECK(side["slow"] == marks["?!"]);
  CHECK(side["mistakes"] == marks["??"]);
  CHECK(side["plies_given_away"] == given_away);
  CHECK(side["longest_win_missed"] == (missed == 0 ? Json() : Json(missed)));
  if (choices == 0) {
    CHECK(side["accuracy"].is_null());
  } else {
    CHECK(side["accuracy"].get<double>() == Approx(static_cast<double>(best) / choices));
  }
}

}  // namespace

TEST_CASE("every move of random games is judged as the oracle judges it", "[cli][annotate]") {
  const TemporaryDirectory directory;
  std::mt19937 random(24);
  std::map<std::string, int> marks;
  for (const oracle::Game& rules : {oracle::Game{4, 3, 2, oracle::Stuck::kLoses, false},
                                    {4, 3, 2, oracle::Stuck::kPasses, true},
                                    {4, 3, 2, oracle::Stuck::kWins, false}}) {
    const Judge judge(rules);
    const std::string file = directory.file("4x3-2-" + to_string(rules.stuck) + ".uisge");
    std::vector<std::string> solve{"solve", "--board", "4x3", "--pieces", "2", "--stuck", to_string(rules.stuck),
                                   "--out", file};
    if (rules.diagonal_jumps) solve.emplace_back("--diagonal-jumps");
    REQUIRE(run_uisge(solve).exit_code == 0);
    std::vector<PlayedGame> games;
    RunOptions options;
    for (int i = 0; i < 40; ++i) {
      games.push_back(random_game(judge, random() % judge.universe().size(), 20, random));
      options.input += games.back().text;
    }
    const ProgramRun run = run_uisge({"annotate", file, "-", "--json"}, options);
    CAPTURE(run.err);
    REQUIRE(run.exit_code == 0);
    const auto annotated = games_in(run.out);
    REQUIRE(annotated.size() == games.size());
    for (std::size_t i = 0; i < games.size(); ++i) {
      const PlayedGame& game = games[i];
      CAPTURE(game.text);
      REQUIRE(annotated[i]["moves"].size() == game.moves.size());
      CHECK(annotated[i]["game"] == i + 1);
      CHECK(annotated[i]["searched"] == 0);
      std::vector<Expected> expected;
      for (std::size_t ply = 0; ply < game.moves.size(); ++ply) {
        expected.push_back(judge.judge(game.positions[ply], game.moves[ply]));
        const Json& move = annotated[i]["moves"][ply];
        const auto distance = [](const Worth& worth) { return worth.value == "draw" ? Json() : Json(worth.distance); };
        CAPTURE(ply);
        CHECK(move["position"] == oracle::print(game.positions[ply]));
        CHECK(move["move"] == game.moves[ply]);
        CHECK(move["value"] == expected[ply].worth.value);
        CHECK(move["distance"] == distance(expected[ply].worth));
        CHECK(move["best"]["value"] == expected[ply].best.value);
        CHECK(move["best"]["distance"] == distance(expected[ply].best));
        CHECK(judge.moves(game.positions[ply]).at(move["best_move"]) == expected[ply].best);
        CHECK(move["choices"] == expected[ply].choices);
        CHECK(move["mark"] == (expected[ply].mark.empty() ? Json() : Json(expected[ply].mark)));
        ++marks[expected[ply].mark];
      }
      check_side(annotated[i]["white"], game, expected, 'w');
      check_side(annotated[i]["black"], game, expected, 'b');
    }
  }
  for (const char* const mark : {"", "!", "?!", "??"}) CHECK(marks[mark] > 20);
}

TEST_CASE("an annotated record has the marks as comments, and stays as it is when it is annotated again",
          "[cli][annotate]") {
  const TemporaryDirectory directory;
  const std::string file = directory.file("4x3-2-loses.uisge");
  REQUIRE(run_uisge({"solve", "--board", "4x3", "--pieces", "2", "--out", file}).exit_code == 0);
  const Judge judge({4, 3, 2, oracle::Stuck::kLoses, false});
  std::mt19937 random(7);
  RunOptions options;
  std::vector<PlayedGame> games;
  for (int i = 0; i < 60; ++i) {
    games.push_back(random_game(judge, random() % judge.universe().size(), 12, random));
    options.input += games.back().text;
  }
  const ProgramRun first = run_uisge({"annotate", file, "-", "--record"}, options);
  REQUIRE(first.exit_code == 0);
  const auto records = uisge::parse_game_records(first.out).value();
  REQUIRE(records.size() == games.size());
  int remarks = 0;
  for (std::size_t i = 0; i < games.size(); ++i) {
    REQUIRE(records[i].moves.size() == games[i].moves.size());
    for (std::size_t ply = 0; ply < games[i].moves.size(); ++ply) {
      const std::string mark = judge.judge(games[i].positions[ply], games[i].moves[ply]).mark;
      const std::string& comment = records[i].moves[ply].comment;
      CHECK(comment.substr(0, comment.find(' ')) == mark);
      remarks += mark.empty() ? 0 : 1;
    }
  }
  CHECK(remarks > 50);
  options.input = first.out;
  CHECK(run_uisge({"annotate", "-", "--record", file}, options).out == first.out);
}

TEST_CASE("variations stay in an annotated record as they are", "[cli][annotate]") {
  RunOptions options;
  // docs/rules.md has the start; e2c2 and d2f2 are moves in it.
  options.input = "1. e2c2 {mine} ({or} 1. d2f2 (1. e2c2 c5e5)) 1... c5e5 (1... c5e5 2. d2b2) *\n";
  const ProgramRun run =
      run_uisge({"annotate", "-", "--record", "--time", "0.05", "--memory", "1M", "--threads", "1"}, options);
  REQUIRE(run.exit_code == 0);
  const auto before = uisge::parse_game_records(options.input).value().front().moves;
  auto after = uisge::parse_game_records(run.out).value().front().moves;
  REQUIRE(after.size() == before.size());
  for (std::size_t ply = 0; ply < before.size(); ++ply) {
    CHECK(after[ply].comment.starts_with(before[ply].comment));
    after[ply].comment = before[ply].comment;
  }
  CHECK(uisge::is_same_play(before, after));
}

TEST_CASE("a game is told in lines, with what each side missed", "[cli][annotate]") {
  const TemporaryDirectory directory;
  const std::string file = directory.file("4x3-2-loses.uisge");
  REQUIRE(run_uisge({"solve", "--board", "4x3", "--pieces", "2", "--out", file}).exit_code == 0);
  const Judge judge({4, 3, 2, oracle::Stuck::kLoses, false});
  std::mt19937 random(3);
  RunOptions options;
  const PlayedGame game = random_game(judge, judge.universe().index(oracle::parse("4/bb2/1ww1 w")), 9, random);
  options.input = "[White \"Ann\\x1b[31m\"]\n" + game.text;
  const ProgramRun run = run_uisge({"annotate", "-", "--path", directory.path()}, options);
  CAPTURE(run.out, run.err);
  REQUIRE(run.exit_code == 0);
  CHECK(run.out.find('\x1b') == std::string::npos);
  CHECK(run.out.find("4x3 with 2 pieces a side, loses") != std::string::npos);
  for (const std::string& move : game.moves) CHECK(run.out.find(" " + move + " ") != std::string::npos);
  CHECK(run.out.find("win missed") != std::string::npos);
  CHECK(run.out.find("Judged by " + file) != std::string::npos);
}

TEST_CASE("games that no file holds are searched, for as long as is asked", "[cli][annotate]") {
  const TemporaryDirectory directory;
  RunOptions options;
  // White completes at once (win_in_one.h has the position), or plays another move. The search cannot decide the start
  // of the real game.
  options.input = "[Start \"3/wwb/1b1 w\"]\n[Board \"3x3\"]\n*\n\nd2f2 *\n";
  const ProgramRun run = run_uisge({"annotate", "-", "--time", "0.05", "--search", "6", "--memory", "1M", "--threads",
                                    "1", "--path", directory.path(), "--json"},
                                   options);
  CAPTURE(run.out, run.err);
  REQUIRE(run.exit_code == 0);
  const auto games = games_in(run.out);
  REQUIRE(games.size() == 2);
  CHECK(games[0]["moves"].empty());
  CHECK(games[1]["searched"] == 1);
  CHECK(games[1]["files"].empty());
  CHECK(games[1]["moves"][0]["value"].is_null());
  CHECK(games[1]["moves"][0]["mark"].is_null());
  CHECK(games[1]["moves"][0]["no_forced_win_within"].get<int>() >= 1);
  CHECK(games[1]["white"]["undecided"] == 1);
  CHECK(games[1]["white"]["accuracy"].is_null());
}

TEST_CASE("a bad game is left out if that is asked for, and said to be", "[cli][annotate]") {
  const TemporaryDirectory directory;
  const std::string file = directory.file("4x3-2-draws.uisge");
  REQUIRE(run_uisge({"solve", "--board", "4x3", "--pieces", "2", "--stuck", "draws", "--out", file}).exit_code == 0);
  RunOptions options;
  // Games without tags have the file's board and rules. The third game is of another board.
  options.input =
      "[White \"one\"]\n*\n\n[White \"two\"]\na1a1 *\n\n[Board \"3x3\"]\n[Pieces \"2\"]\n[Stuck \"draws\"]\n"
      "*\n\n[Board \"4x3\"]\n[Pieces \"2\"]\n*\n\n[White \"five\"]\n*\n";
  const ProgramRun refused = run_uisge({"annotate", file, "-", "--json"}, options);
  CHECK(refused.exit_code == 2);
  CHECK(refused.out.empty());
  const ProgramRun run = run_uisge({"annotate", file, "-", "--json", "--skip-bad"}, options);
  CAPTURE(run.out, run.err);
  CHECK(run.exit_code == 0);
  const auto games = games_in(run.out);
  REQUIRE(games.size() >= 2);
  CHECK(games.front()["white"]["player"] == "one");
  CHECK(games.front()["board"] == "4x3");
  CHECK(games.front()["stuck"] == "draws");
  CHECK(games.back()["white"]["player"] == "five");
  CHECK(run.err.find("standard input: line 5, column 1: move: ") != std::string::npos);
  CHECK(run.err.find("standard input, game 4: ") != std::string::npos);
  options.input = "a1a1 *\n";
  CHECK(run_uisge({"annotate", file, "-", "--skip-bad"}, options).exit_code == 2);
}

TEST_CASE("what cannot be annotated is refused with its place", "[cli][annotate][bad]") {
  const TemporaryDirectory directory;
  const std::string file = directory.file("4x3-2-loses.uisge");
  REQUIRE(run_uisge({"solve", "--board", "4x3", "--pieces", "2", "--out", file}).exit_code == 0);
  const auto expect_refusal = [](const std::vector<std::string>& arguments, const std::string& reason, int code,
                                 const std::string& input = {}) {
    RunOptions options;
    options.input = input;
    const ProgramRun run = run_uisge(arguments, options);
    CAPTURE(arguments, run.err);
    CHECK(run.exit_code == code);
    CHECK(is_one_error_line(run.err));
    CHECK(run.err.find(reason) != std::string::npos);
  };
  expect_refusal({"annotate"}, "name a game record", 2);
  expect_refusal({"annotate", file}, "name a game record", 2);
  expect_refusal({"annotate", file, file, "-"}, "one file too many", 2, "*");
  expect_refusal({"annotate", directory.file("none.txt")}, "none.txt: ", 4);
  expect_refusal({"annotate", directory.path()}, directory.path() + ": ", 3);
  expect_refusal({"annotate", "-"}, "standard input: line 1, column 1: ", 2, "a1a2 *");
  expect_refusal({"annotate", "-", "--record", "--json"}, "--record: ", 2, "*");
  expect_refusal({"annotate", file, "-"}, "game 2: " + file + ": holds positions where a stuck player loses", 2,
                 "[Board \"4x3\"]\n[Pieces \"2\"]\n*\n[Board \"4x3\"]\n[Pieces \"2\"]\n[Stuck \"draws\"]\n*\n");
}

// Tests the protocol of engines by dialogues; the oracle judges the moves. This file is long because every command of
// the protocol is tested in right and wrong forms.
#include "core/game_record.h"
#include "tests/cli/run_program.h"
#include "tests/db/naive_labels.h"
#include "tests/oracle/oracle_game.h"

using namespace uisge::test;

namespace {

const std::string kDatabase = UISGE_TEST_DATA "/4x3-2-passes.uisge";
const std::string kStart = "4/bb2/1ww1 w";  // two a side on 4x3, docs/rules.md
const std::string kRealStart = "7/2bb3/1bbbb2/2wwww1/3ww2/7 w";

// The engine's lines without its greeting.
std::vector<std::string> dialogue(std::vector<std::string> arguments, const std::string& input) {
  arguments.insert(arguments.begin(), "engine");
  const ProgramRun run = run_well(arguments, {.input = input});
  CHECK(run.err.empty());
  auto lines = lines_of(run.out);
  REQUIRE(!lines.empty());
  CHECK(lines.front().starts_with("info string uisge " UISGE_EXPECTED_VERSION ", UGI, answers from "));
  lines.erase(lines.begin());
  return lines;
}

bool has(const std::vector<std::string>& lines, const std::string& line) {
  return std::find(lines.begin(), lines.end(), line) != lines.end();
}

// The move that `go` ended with.
std::string best_move(const std::vector<std::string>& lines) {
  for (const std::string& line : lines) {
    if (line.starts_with("bestmove ")) return line.substr(9);
  }
  return "there is no bestmove";
}

// Expects that the engine refuses a line for a reason that begins with `why`, and goes on.
void refuses_line(const std::string& line, const std::string& why, const std::vector<std::string>& arguments = {}) {
  CAPTURE(line);
  const auto lines = dialogue(arguments, line + "\nisready\n");
  REQUIRE(lines.size() == 2);
  CHECK(lines.front().starts_with("info string " + why));
  CHECK(lines.back() == "readyok");
}

// Plays a whole game from `start`, and asks the engine anew for each move. The game must keep its value and end after
// `distance` plies.
void play_perfectly(const std::vector<std::string>& arguments, const std::string& setup, const oracle::Game& game,
                    const std::string& start) {
  const oracle::SolvedGame solved(game);
  oracle::Position position = oracle::parse(start);
  const int distance = solved.label(position).distance;
  oracle::Outcome before = solved.label(position).outcome;
  REQUIRE(distance > 0);
  std::string moves;
  for (int left = distance; left > 0; --left) {
    CAPTURE(start, moves);
    const auto lines =
        dialogue(arguments, setup + "position fen " + start + (moves.empty() ? "" : " moves" + moves) + "\ngo\n");
    const std::string best = best_move(lines);
    moves += " " + best;
    const auto playable = solved.moves(position);
    REQUIRE(playable.contains(best));
    position = playable.at(best);
    // The winner must stay the same. The outcome is for the side to move, so it alternates between win and loss.
    const oracle::Outcome outcome = solved.label(position).outcome;
    REQUIRE(outcome != oracle::Outcome::kDraw);
    REQUIRE(outcome == (before == oracle::Outcome::kWin ? oracle::Outcome::kLoss : oracle::Outcome::kWin));
    before = outcome;
    REQUIRE(solved.label(position).distance == left - 1);
  }
  CHECK(oracle::successors(game, position).empty());
}

}  // namespace

TEST_CASE("the engine introduces itself and is ready", "[cli][engine]") {
  const auto lines = dialogue({kDatabase}, "ugi\nisready\n\nquit\nisready\n");
  CHECK(lines.front() == "id name uisge " UISGE_EXPECTED_VERSION);
  CHECK(has(lines, "option name Stuck type combo default passes var loses var wins var draws var passes"));
  CHECK(has(lines, "option name Board type string default 4x3"));
  CHECK(has(lines, "ugiok"));
  CHECK(lines.back() == "readyok");
  CHECK(std::count(lines.begin(), lines.end(), "readyok") == 1);
  // A GUI may choose fewer threads than --threads allows, not more.
  CHECK(has(dialogue({"--threads", "2"}, "setoption name Threads value 1\nugi\n"),
            "option name Threads type spin default 1 min 1 max 2"));
  // The default of Hash lies in its range, whatever --memory says.
  CHECK(has(dialogue({"--memory", "512K"}, "ugi\n"), "option name Hash type spin default 1 min 1 max 1048576"));
  CHECK(has(dialogue({"--memory", "3M"}, "ugi\n"), "option name Hash type spin default 3 min 1 max 1048576"));
}

TEST_CASE("the engine plays perfectly from a database and by search", "[cli][engine]") {
  const oracle::Game passes{4, 3, 2, oracle::Stuck::kPasses, false};
  play_perfectly({kDatabase}, "", passes, kStart);
  const oracle::Game loses{3, 3, 2, oracle::Stuck::kLoses, true};
  const std::string options =
      "setoption name Stuck value loses\nsetoption name DiagonalJumps value true\n"
      "setoption name Hash value 1\nsetoption name Threads value 1\n";
  play_perfectly({"--time", "20"}, options, loses, "3/bb1/1ww w");
  // Options of the command line have the same effect as options of the dialogue.
  const ProgramRun started = run_well({"engine", "--board", "3x3", "--pieces", "2", "--stuck", "loses",
                                       "--diagonal-jumps", "--memory", "1M", "--threads", "1", "--time", "20"},
                                      {.input = "go\n"});
  const std::string told =
      "bestmove " + best_move(dialogue({"--time", "20"}, options + "setoption name board value 3x3\n"
                                                                   "setoption name pieces value 2\ngo\n"));
  CHECK(contains(started.out, told + "\n"));
}

TEST_CASE("the engine prints its verdict in the words of chess engines", "[cli][engine]") {
  const oracle::SolvedGame solved({4, 3, 2, oracle::Stuck::kPasses});
  int wins = 0;
  int losses = 0;
  int draws = 0;
  for (std::size_t i = 0; i < solved.universe().size(); i += solved.universe().size() / 12) {
    const oracle::Label label = solved.labels()[i];
    const std::string text = oracle::print(solved.universe().position(i));
    CAPTURE(text);
    const auto lines = dialogue({kDatabase}, "position fen " + text + "\ngo\n");
    REQUIRE(lines.size() >= 2);
    if (label.distance == 0 && label.outcome != oracle::Outcome::kDraw) continue;
    const std::string moves = std::to_string((label.distance + 1) / 2);
    std::string score = "cp 0 ";
    if (label.outcome == oracle::Outcome::kWin) score = "mate " + moves + " ";
    if (label.outcome == oracle::Outcome::kLoss) score = "mate -" + moves + " ";
    if (best_move(lines) == "none") continue;  // both sides are stuck
    CHECK(lines.front().starts_with("info depth " + std::to_string(label.distance) + " score " + score + "pv " +
                                    best_move(lines)));
    wins += label.outcome == oracle::Outcome::kWin;
    losses += label.outcome == oracle::Outcome::kLoss;
    draws += label.outcome == oracle::Outcome::kDraw;
  }
  CHECK(wins > 0);
  CHECK(losses > 0);
  CHECK(wins + losses + draws > 6);
  // A game that is over has no move, and the engine says why.
  const auto over = dialogue({}, "position fen Wb/WB b\ngo\n");
  CHECK(over.front() == "info string White has won: all its pieces are crowns");
  CHECK(best_move(over) == "none");
}

TEST_CASE("the engine stops when told, and answers meanwhile", "[cli][engine]") {
  const auto lines = dialogue({"--memory", "1M"}, "position startpos\ngo infinite\nisready\nstop\nisready\n");
  CHECK(std::count(lines.begin(), lines.end(), "readyok") == 2);
  CHECK(lines.back() == "readyok");
  CHECK(oracle::moves_by_text({}, oracle::parse(kRealStart)).contains(best_move(lines)));
  // When the input ends, an infinite search is stopped, but the program waits for a finite one.
  CHECK(best_move(dialogue({"--memory", "1M"}, "go infinite\n")) != "there is no bestmove");
  for (const char* const limit : {"movetime 50", "depth 4", "p1time 1000 p2time 1 p1inc 10", "wtime 1000 btime 5"}) {
    CHECK(best_move(dialogue({"--memory", "1M"}, std::string("go ") + limit + "\n")) != "there is no bestmove");
  }
}

TEST_CASE("the engine answers queries about the game", "[cli][engine]") {
  const std::string query = "query p1turn\nquery gameover\nquery result\n";
  CHECK(dialogue({}, query) == std::vector<std::string>{"response true", "response false", "response none"});
  // A full board: nobody can move.
  const std::string stuck = "position fen wb/bw b\n" + query;
  CHECK(dialogue({}, stuck) == std::vector<std::string>{"response false", "response true", "response p1win"});
  CHECK(dialogue({"--stuck", "wins"}, stuck).back() == "response p2win");
  CHECK(dialogue({"--stuck", "draws"}, stuck).back() == "response draw");
  CHECK(dialogue({}, "position fen Wb/WB b\nquery result\n").back() == "response p1win");
}

TEST_CASE("the engine says what is wrong with a line and goes on", "[cli][engine]") {
  refuses_line("fly", "fly: there is no such command");
  refuses_line("position", "position: expected startpos or fen");
  refuses_line("position fen", "position: the text is empty");
  refuses_line("position fen 7/2bb3/1bbbb2/2wwww2/3ww2/7 w", "position: rank 3 has 8 squares");
  refuses_line("position startpos moves a1a2", "move: a1a2 is not possible, there is no piece on a1");
  refuses_line("position startpos go", "position: expected 'moves', not 'go'");
  refuses_line("setoption Hash 5", "setoption: expected");
  refuses_line("setoption name Hash value much", "setoption: hash: ");
  refuses_line("setoption name Speed value 5", "setoption: there is no option 'speed'");
  refuses_line("setoption name Stuck value sleeps", "stuck rule: 'sleeps'");
  refuses_line("setoption name Board value 70x6", "board: 70x6 ");
  refuses_line("setoption name Database value /nowhere/x.uisge", "/nowhere/x.uisge: ");
  refuses_line("query weather", "query: expected");
  refuses_line(std::string("position fen \x1b[2J w"), "position: ");
  refuses_line("position startpos moves" + std::string(1 << 17, ' '), "standard input: line 1: is longer than");
  // After refused commands the earlier settings still hold.
  const auto lines = dialogue({kDatabase}, "position fen " + kStart +
                                               " moves c1a1\nposition fen x w\nsetoption name "
                                               "Stuck value wins\nquery p1turn\n");
  CHECK(lines.back() == "response false");
  CHECK(lines[1].starts_with("info string setoption: stuck: "));
  for (const char* const option : {"Board value 3x3", "Pieces value 3", "DiagonalJumps value true"}) {
    const auto fixed = dialogue({kDatabase}, std::string("setoption name ") + option + "\n");
    CHECK(contains(fixed.front(), ": is fixed by " + kDatabase));
  }
}

TEST_CASE("whatever go says, a legal move follows", "[cli][engine]") {
  const auto legal = oracle::moves_by_text({4, 3, 2}, oracle::parse(kStart));
  const std::string here = "position fen " + kStart + "\n";
  for (const char* const limits : {"depth -1", "depth 501", "depth 99999999999999999999", "depth 0", "depth", "depth x",
                                   "movetime -5", "movetime 0", "nodes 1000", "p1time -100 p2time -100",
                                   "p1time 100 p2time 100 movestogo 40", "movestogo 1 p1time 40 p1inc -2", "ponder",
                                   "mate 3 searchmoves c1a1", "p1time", "p1inc 10", "p2time 50", "infinite depth 2"}) {
    CAPTURE(limits);
    const auto lines = dialogue({"--memory", "1M", "--time", "0.1"}, here + "go " + limits + "\nisready\n");
    CHECK(legal.contains(best_move(lines)));
    CHECK(std::count_if(lines.begin(), lines.end(), [](const auto& line) { return line.starts_with("bestmove"); }) ==
          1);
  }
  CHECK(has(dialogue({"--memory", "1M", "--time", "0.1"}, here + "go nodes 1000\n"),
            "info string go: 'nodes' is passed over: it is none of the limits known here"));
  // Without a start array there is no position to move in, but `go` gets an answer.
  CHECK(best_move(dialogue({"--board", "3x3"}, "go\n")) == "none");
}

TEST_CASE("the engine plays a legal move when nobody can answer, and says why", "[cli][engine][no-asan]") {
  if (!can_limit_memory()) return;
  const auto legal = oracle::moves_by_text({4, 3, 2}, oracle::parse(kStart));
  // The engine takes the largest of these tables that fits into its memory. The thread of `go` then takes some of that
  // memory for its stack, so the table no longer fits.
  std::string input;
  for (int mebibytes = 1; mebibytes <= 400; ++mebibytes) {
    input += "setoption name Hash value " + std::to_string(mebibytes) + "\n";
  }
  input += "position fen " + kStart + "\ngo movetime 10\n";
  const ProgramRun run = run_in_folder(".", {"engine", "--threads", "1"}, {.input = input}, "ulimit -v 400000");
  const auto lines = lines_of(run.out);
  CAPTURE(lines);
  CHECK(legal.contains(best_move(lines)));
  CHECK(std::ranges::any_of(lines, [](const auto& line) {
    return line.starts_with("info string ") && contains(line, "search table: needs ");
  }));
  // In the dialogue, a Hash that exceeds the machine's memory is refused as soon as it is set.
  refuses_line("setoption name Hash value 1048576", "setoption: hash: needs ");
}

TEST_CASE("go infinite answers only after stop, also from a database", "[cli][engine]") {
  const auto lines = dialogue({kDatabase}, "position fen " + kStart + "\ngo infinite\nisready\nisready\nstop\n");
  REQUIRE(lines.size() >= 3);
  CHECK(lines.back().starts_with("bestmove "));
}

TEST_CASE("a position that occurs three times is a draw for match programs, but the engine still moves",
          "[cli][engine]") {
  // Two crowns go back and forth beside pieces that keep the group together.
  const std::string start = "position fen 4/Wwb1/1wbB/4 w moves";
  const std::string there = " a3a2 d2d3";
  const std::string back = " a2a3 d3d2";
  const std::string query = "\nquery gameover\nquery result\n";
  const auto answers = [&](const std::string& moves) { return dialogue({}, start + moves + query); };
  const std::vector<std::string> goes_on{"response false", "response none"};
  const std::vector<std::string> drawn{"response true", "response draw"};
  CHECK(answers(there + back) == goes_on);
  CHECK(answers(there + back + there) == goes_on);
  CHECK(answers(there + back + there + back) == drawn);
  // An earlier position of the game has occurred three times.
  CHECK(answers(there + back + there + back + there) == drawn);
  // By the rules, repetition does not end a game, so the engine still moves.
  CHECK(best_move(dialogue({"--memory", "1M", "--time", "0.05"}, start + there + back + there + back + "\ngo\n")) !=
        "none");
  CHECK(dialogue({}, "query p2turn\n").back() == "response false");
}

TEST_CASE("the engine prints as many lines as it is asked for", "[cli][engine]") {
  const oracle::SolvedGame solved({4, 3, 2, oracle::Stuck::kPasses});
  const std::string text = "4/1bb1/1Ww1 w";
  const auto legal = solved.moves(oracle::parse(text));
  REQUIRE(legal.size() > 1);
  const auto lines = dialogue({kDatabase}, "setoption name MultiPV value 64\nposition fen " + text + "\ngo\n");
  std::size_t told = 0;
  for (const auto& line : lines) {
    std::istringstream words(line);
    std::string info, depth, multipv, score, kind, pv, move;
    int plies = 0, number = 0, moves = 0;
    if (!(words >> info >> depth >> plies >> multipv >> number >> score >> kind >> moves >> pv >> move)) continue;
    CAPTURE(line);
    CHECK(number == static_cast<int>(++told));
    REQUIRE(legal.contains(move));
    const oracle::Label after = solved.label(legal.at(move));
    if (after.outcome == oracle::Outcome::kDraw) continue;
    CHECK(plies == after.distance + 1);
    CHECK((moves > 0) == (after.outcome == oracle::Outcome::kLoss));
  }
  CHECK(told == legal.size());
  refuses_line("setoption name MultiPV value 0", "setoption: multipv: ");
}

TEST_CASE("the engine reads and writes the notations of other programs", "[cli][engine]") {
  // In this notation rank 1 is at the top, and White begins there. The board is turned by 180 degrees, which also
  // mirrors the files.
  const std::string turned = "7/2ww3/1wwww2/2bbbb1/3bb2/7 w";
  const std::string from_top = "setoption name Notation value ranks-from-top\n";
  const auto shown = dialogue({}, from_top + "position fen " + turned + "\nd\n");
  CHECK(has(shown, "position fen " + kRealStart));
  CHECK(has(shown, "fen in the notation ranks-from-top: " + turned));
  // start_after(move): the start after the oracle has played this move.
  const auto start_after = [](const std::string& text) {
    return "position fen " + oracle::print(oracle::moves_by_text({}, oracle::parse(kRealStart)).at(text));
  };
  // The board is turned by 180 degrees. File d is the middle of seven, so f becomes b, and e becomes c.
  CHECK(has(dialogue({}, from_top + "position startpos moves d2b2\nd\n"), start_after("d2f2")));
  CHECK(has(dialogue({}, from_top + "position startpos moves C2-E2\nd\n"), start_after("e2c2")));
  CHECK(has(dialogue({}, from_top + "position fen " + turned + " moves c2e2\nd\n"), start_after("e2c2")));

  const std::string rows = "setoption name Notation value rows-and-columns\n";
  for (const char* const move : {"4,4-4,2", "4442", "(4,4)(4,2)"}) {
    CHECK(has(dialogue({}, rows + "position startpos moves " + move + "\nd\n"), start_after("e2c2")));
  }
  for (const std::string& option : {from_top, rows}) {
    // The engine accepts every move in the notation in which it lists the moves.
    const auto listed = dialogue({}, option + "d\n").back();
    std::istringstream words(listed);
    std::string word;
    words >> word;
    REQUIRE(word == "moves");
    int moves = 0;
    while (words >> word) {
      CHECK(dialogue({}, option + "position startpos moves " + word + "\nquery p1turn\n").back() == "response false");
      ++moves;
    }
    CHECK(moves == 4);
    refuses_line(option + "position startpos moves PASS", "move: pass is not possible");
  }
  // The reason names a move that is not possible in both notations.
  refuses_line(from_top + "position startpos moves e2e3",
               "move: e2e3 (ranks-from-top), which is c2c3 in uisge's notation, is not possible, there is no "
               "piece on c2");
  refuses_line(from_top + "position startpos moves a1-a3",
               "move: a1-a3 (ranks-from-top), which is g1g3 in uisge's notation, is not possible, there is no "
               "piece on g1");
  refuses_line(rows + "position startpos moves 5,0-5,1",
               "move: 5,0-5,1 (rows-and-columns), which is a1b1 in uisge's notation, is not possible, there is "
               "no piece on a1");
  refuses_line(rows + "position startpos moves 9,9-1,1", "move: row 9, column 9 is not on the 7x6 board");
  refuses_line(rows + "position startpos moves 1,1", "move: expected row");
  refuses_line(from_top + "position startpos moves pgss", "move: expected two squares");
  refuses_line("setoption name Notation value cuneiform", "notation: ");
}

TEST_CASE("the engine appends games to a file of records", "[cli][engine]") {
  const TemporaryDirectory directory;
  const std::string path = directory.file("my games.txt");
  const std::string first = "info string saved as game 1 of " + path;
  const std::string second = "info string saved as game 2 of " + path;
  CHECK(dialogue({}, "position startpos moves e2c2 c5e5\nsave " + path + "\r\n") == std::vector<std::string>{first});
  CHECK(dialogue({"--stuck", "passes"}, "position fen 3/3/wb1 w moves a1c1\nsave  " + path + " \n") ==
        std::vector<std::string>{second});
  const auto games = uisge::parse_game_records(text_of_file(path));
  REQUIRE(games);
  REQUIRE(games->size() == 2);
  const std::string text = uisge::to_text(games->front());
  CHECK(contains(text, "[Start \"" + kRealStart + "\"]\n"));
  CHECK(contains(text, "[Stuck \"loses\"]\n"));
  CHECK(text.ends_with("\n1. e2c2 c5e5 *\n"));
  const std::string last = uisge::to_text(games->back());
  CHECK(contains(last, "[Stuck \"passes\"]\n"));
  CHECK(contains(last, "[Start \"3/3/wb1 w\"]\n"));
  CHECK(last.ends_with("\n1. a1c1 1-0\n"));
  CHECK(text_of_file(path) == text + "\n" + last);
  // The record has the rules under which the moves were made. An impossible move changes nothing.
  dialogue({}, "position startpos moves e2c2\nsetoption name Stuck value wins\nposition startpos moves a1a2\nsave " +
                   path + "\n");
  const auto three = uisge::parse_game_records(text_of_file(path));
  REQUIRE(three);
  REQUIRE(three->size() == 3);
  CHECK(contains(uisge::to_text(three->back()), "[Stuck \"loses\"]\n"));
  CHECK(uisge::to_text(three->back()).ends_with("\n1. e2c2 *\n"));
}

TEST_CASE("the engine overwrites nothing but game records", "[cli][engine]") {
  const TemporaryDirectory directory;
  refuses_line("save ", "save: a file name is missing");
  refuses_line("save " + directory.path(),
               "save: " + directory.path() + ": is there already and is not a regular file");
  refuses_line("save " + directory.file("no/where.txt"), "save: " + directory.file("no/where.txt"));
  const std::string letter = directory.file("letter.txt");
  const std::string half = "[Game \"Uisge\"]\n\n1. a1a1 *\n";
  std::ofstream(letter) << half;
  refuses_line("save " + letter,
               "save: " + letter + ": was not changed, since part of it is no game record: line 3, column 4: ");
  CHECK(text_of_file(letter) == half);
  refuses_line("save " + letter, "save: the board has no", {"--board", "3x3"});
}

// Plays whole games through a scripted standard input.
#include "core/game_record.h"
#include "tests/cli/injected_fault.h"
#include "tests/cli/run_program.h"
#include "tests/cli/solved_game.h"
#include "tests/cli/win_in_one.h"

using namespace uisge::test;
using nlohmann::json;

namespace {

std::string played(const std::vector<std::string>& arguments, const std::string& input) {
  const ProgramRun run = run_well(joined({"play", "--threads", "1"}, arguments), {.input = input});
  CHECK(run.err.empty());
  return run.out;
}

}  // namespace

TEST_CASE("a person plays moves by text or by number, and takes them back", "[cli][play]") {
  CHECK(contains(played({kWinInOne, "--memory", "1M"}, "a1c1\n"), "White has won"));
  // The list of moves has a number for each move. The test reads the number of the winning jump from the list.
  const std::string listed = played({kWinInOne, "--memory", "1M"}, "moves\n");
  const std::size_t at = listed.find(" a1c1 jump, turns crown");
  REQUIRE(at != std::string::npos);
  const std::string number = listed.substr(at - 1, 1);
  CHECK(contains(played({kWinInOne, "--memory", "1M"}, number + "\n"), "White has won"));
  const std::string again = played({kWinInOne, "--memory", "1M"}, "a1c1\na1c1\nundo\ncopy\n");
  CHECK(contains(again, "The game is over: undo, save FILE, copy or quit."));
  CHECK(contains(again, "position: " + kWinInOne));
}

TEST_CASE("whatever is typed gets an answer", "[cli][play]") {
  const std::string out = played({kWinInOne, "--memory", "1M"},
                                 "a1a2\n0\n99999999999999999999\n-1\nundo\nhint\n\xff\xfe\n  help  \n\ncopy");
  CHECK(contains(out, "a1a2 is not possible"));
  CHECK(contains(out, "There is no move of yours to take back."));
  CHECK(contains(out, "* a1c1  wins in 1"));
  CHECK(occurrences(out, "A move: its text") == 2);
  CHECK(contains(played({"3/bb1/1ww w", "--side", "black", "--memory", "1M"}, ""),
                 "Black to move (help shows what can be typed)"));
  CHECK(contains(out, "position: " + kWinInOne));
  const std::string ended = played({kWinInOne, "--memory", "1M", "--side", "none"}, "");
  CHECK((contains(ended, "White plays a1c1") && contains(ended, "White has won")));
}

TEST_CASE("against a database play is perfect from both sides", "[cli][play]") {
  const SolvedFile solved({4, 3, 2});
  const std::string path = solved.path();
  int decided = 0;
  for (const std::string position : {"bb2/1ww1/4 w", "1bb1/1ww1/4 w", "2bb/1ww1/4 w", "bB2/wW2/4 w", "bb2/Ww2/4 w"}) {
    const json known = run_json("query", {path, position});
    const std::string out = played({position, "--database", path, "--side", "none"}, "");
    if (known["distance"].is_null()) {
      CHECK(contains(out, "draw"));
      continue;
    }
    ++decided;
    CHECK(occurrences(out, " plays ") == known["distance"]);
    CHECK(contains(out, (known["value"] == "win" ? "White" : "Black") + std::string(" has won")));
  }
  CHECK(decided > 0);
  check_refused({"play", "--database", path, kWinInOne}, 2);
}

TEST_CASE("play refuses a file that it finds by its name and that holds another game", "[cli][play]") {
  const TemporaryDirectory directory;
  const RunOptions options{.input = "quit\n", .environment = {"UISGE_PATH=" + directory.path()}};
  std::filesystem::copy_file(UISGE_TEST_DATA "/4x3-2-passes.uisge", directory.file("4x3-2-loses.uisge"));
  check_refused({"play", "--board", "4x3", "--pieces", "2", "--stuck", "loses"}, 3,
                "4x3-2-loses.uisge: holds 4x3 with 2 pieces a side, passes, not what its name says", options);
  // Under `wins` the program also looks for a proof under `draws`, but this proof holds only under `loses`.
  const std::string proof = directory.file("3x3-2-draws.proof");
  run_well({"prove", "3/bb1/1ww w", "--stuck", "loses", "--memory", "1M", "--out", proof});
  for (const std::string stuck : {"draws", "wins"}) {
    check_refused({"play", "--board", "3x3", "--pieces", "2", "--stuck", stuck, "--memory", "1M"}, 3,
                  "3x3-2-draws.proof: holds 3x3 with 2 pieces a side, loses, not what its name says", options);
  }
}

TEST_CASE("play keeps no more of a database in memory than --memory allows", "[cli][play][fault]") {
  if (!faults::can_trace()) return;
  const SolvedFile solved({4, 4, 3}, {"--codec", "all"});
  // How often the database is read while the player asks for the same hint three times.
  const auto reads = [&](const std::string& memory) {
    const std::string trace = solved.file("trace");
    const std::string script =
        R"(exec strace -f -qq -o "$0" -e trace=pread64 -P "$1" "$2" play "$1" --threads 1 --memory "$3")";
    // The leak check does not work under a tracer.
    const RunOptions options{.input = "hint\nhint\nhint\nquit\n", .environment = {"ASAN_OPTIONS=detect_leaks=0"}};
    const std::vector<std::string> words{"-c", script, trace, solved.path(), UISGE_PROGRAM, memory};
    const ProgramRun run = RunningProgram("/bin/sh", words, options).wait();
    CAPTURE(run.err);
    CHECK(run.exit_code == 0);
    return occurrences(text_of_file(trace), "pread64(");
  };
  const std::size_t with_much_memory = reads("1G");
  CHECK(with_much_memory > 0);
  // The cache then holds a single unit, so every hint reads the units again.
  CHECK(reads("1") > with_much_memory);
}

TEST_CASE("moves that were taken back can be played again, and moves may be written as people do", "[cli][play]") {
  const std::string out = played({kWinInOne, "--memory", "1M"}, "redo\na1-c1\nundo\nredo\nredo\ncopy\nundo\nA1C1\n");
  CHECK(occurrences(out, "There is no move that was taken back.") == 2);
  CHECK(occurrences(out, "White has won") == 3);
  CHECK(contains(out, "moves:    a1c1\n"));
}

TEST_CASE("a game is saved as a record, and no other file is overwritten", "[cli][play]") {
  const TemporaryDirectory directory;
  const std::string record = directory.file("game.txt");
  const std::string out = played({kWinInOne, "--memory", "1M"}, "a1c1\nsave " + record + "\nsave\n");
  CHECK(contains(out, "Saved to " + record));
  CHECK(contains(out, "a file name is missing"));
  const auto games = uisge::parse_game_records(text_of_file(record));
  REQUIRE(games);
  REQUIRE(games->size() == 1);
  CHECK(games->front().result == uisge::GameResult::kWhiteWins);
  CHECK(games->front().moves.size() == 1);
  CHECK(games->front().white == "a person");
  CHECK(games->front().black == "uisge");
  // `save` adds the game to a file that has records, and refuses a file of any other kind. If the same game is saved
  // again, the new record replaces the old.
  const std::string more = played({kWinInOne, "--memory", "1M"}, "save " + record + "\na1c1\nsave " + record + "\n");
  CHECK(occurrences(more, "Saved to " + record + ", as game 2.") == 2);
  const auto two = uisge::parse_game_records(text_of_file(record));
  REQUIRE(two);
  REQUIRE(two->size() == 2);
  for (const uisge::GameRecord& game : *two) CHECK(game.moves.size() == 1);
  // A save to another file in between does not change that.
  const std::string copy = directory.file("copy.txt");
  const std::string turns =
      played({kWinInOne, "--memory", "1M"},
             "save " + record + "\nsave " + copy + "\na1c1\nsave " + record + "\nsave " + copy + "\n");
  CHECK(occurrences(turns, "Saved to " + record + ", as game 3.") == 2);
  CHECK(occurrences(turns, "Saved to " + copy + ".") == 2);
  // Nor does another spelling of the file's name.
  const ProgramRun spelled = run_in_folder(directory.path(), {"play", "--threads", "1", kWinInOne, "--memory", "1M"},
                                           {.input = "save new.txt\na1c1\nsave ./new.txt\n"});
  CHECK(contains(spelled.out, "Saved to new.txt."));
  CHECK(contains(spelled.out, "Saved to ./new.txt."));
  CHECK(uisge::parse_game_records(text_of_file(directory.file("new.txt"))).value().size() == 1);
  CHECK(contains(played({kWinInOne, "--memory", "1M"}, "save /no/such/folder/x\n"), "/no/such/folder/x"));
}

TEST_CASE("a game that took another course after undo is saved as another game", "[cli][play]") {
  const TemporaryDirectory directory;
  const std::string record = directory.file("game.txt");
  const std::string out = played({kWinInOne, "--memory", "1M", "--side", "both"},
                                 "a1c1\nsave " + record + "\nundo\na2c2\nsave " + record + "\n");
  CHECK(contains(out, "Saved to " + record + ".\n"));
  CHECK(contains(out, "Saved to " + record + ", as game 2.\n"));
  const std::string text = text_of_file(record);
  CHECK(uisge::parse_game_records(text).value().size() == 2);
  for (const char* const move : {"1. a1c1", "1. a2c2"}) CHECK(contains(text, move));
}

TEST_CASE("a game is saved behind records that begin in any way the format allows", "[cli][play]") {
  const TemporaryDirectory directory;
  const std::string file = directory.file("game.txt");
  const auto save = [&] { return played({kWinInOne, "--memory", "1M"}, "a1c1\nsave " + file + "\n"); };
  for (const std::string text :
       {"\xEF\xBB\xBF[Game \"Uisge\"]\n\n1. e2c2 *\n", "[Board \"7x6\"]\n\n1. e2c2 *\n", "% escaped\n1. e2c2\n",
        "; by hand\n1. e2c2\n", "[White \"Ann\"]\r\n\r\n1. e2c2 *\r\n", "e2c2", "[Game \"Uisge\"]\n",
        "[Game \"Uisge\"]\n[Result \"1-0\"]\n; only tags\n", "[Game \"Uisge\"]\n\n*\n"}) {
    CAPTURE(text);
    std::ofstream(file) << text;
    CHECK(contains(save(), "Saved to " + file + ", as game 2."));
    CHECK(text_of_file(file).starts_with(text));
    const auto games = uisge::parse_game_records(text_of_file(file));
    REQUIRE(games);
    CHECK(games->size() == 2);
  }
  // Words that the parser skips, such as move numbers, make no game.
  for (const std::string text :
       {"Dear Ann,\n", "; a letter\n", "{ a letter }\n", "2026\n", "*\n", "[section]\nname=value\n"}) {
    CAPTURE(text);
    std::ofstream(file) << text;
    CHECK(contains(save(), "is there already and is not a game record"));
    CHECK(text_of_file(file) == text);
  }
}

TEST_CASE("play marks moves that give something away, as the database has it", "[cli][play]") {
  // Plays every move of each position below once. The marks that `play` gives must fit the verdicts that `query` gives.
  const std::string file = UISGE_SOURCE "/tests/data/4x3-2-passes.uisge";
  std::size_t mistakes = 0;
  std::size_t slow = 0;
  for (const std::string position : {"bb2/1ww1/4 w", "bB2/wW2/4 w", "Bb2/wW2/4 w", "1bB1/1Ww1/4 w"}) {
    const json known = run_json("query", {file, position});
    for (const json& move : known["moves"]) {
      CAPTURE(position, move["move"]);
      const bool is_mistake = move["value"] != known["value"];
      const bool is_slow = !is_mistake && move["distance"] != known["distance"];
      mistakes += is_mistake;
      slow += is_slow;
      const std::string out =
          played({position, "--database", file, "--side", "both"}, move["move"].get<std::string>() + "\nverdict\n");
      CHECK(contains(out, " ?? ") == is_mistake);
      CHECK(contains(out, " ?! ") == is_slow);
      CHECK(contains(out, "No mistake in 1 move of yours.") == (!is_mistake && !is_slow));
      if (is_mistake || is_slow) CHECK(contains(out, "; " + known["moves"][0]["move"].get<std::string>() + " "));
    }
  }
  CHECK(mistakes > 0);
  CHECK(slow > 0);
  CHECK(contains(played({kWinInOne, "--memory", "1M"}, "verdict\n"), "There is no move of yours to judge."));
  CHECK(contains(played({kWinInOne, "--memory", "1M"}, "a1c1\n"), "No mistake in 1 move of yours."));
}

// The proof decides the position after White's move but not the position before, and a search of a millisecond finds
// nothing as far away as this loss.
TEST_CASE("play judges a move by the position after it, too", "[cli][play]") {
  const TemporaryDirectory directory;
  const std::string proof = directory.file("black.proof");
  run_well({"prove", "4/4/wwb1/wBB1 b", "--stuck", "draws", "--memory", "16M", "--threads", "1", "--out", proof});
  for (const std::string side : {"white", "both"}) {
    const std::string out =
        played({proof, "4/4/w1bW/wBB1 w", "--stuck", "draws", "--side", side, "--time", "0.001", "--memory", "1M"},
               side == "white" ? "d2b2\nverdict\n" : "d2b2\nc1d2\nverdict\n");
    CAPTURE(out);
    CHECK(contains(out, "  1. White d2b2     loses; "));
    CHECK(contains(out, "0 not the best, 1 uncertain."));
  }
}

TEST_CASE("play numbers moves as records do, also if Black begins", "[cli][play]") {
  const SolvedFile solved({4, 4, 3});
  const std::string out = played({solved.path(), "4/4/1BW1/WwbB b", "--side", "both"}, "b2a2\nc2d2\nverdict\nquit\n");
  CAPTURE(out);
  CHECK(contains(out, "  1. Black b2a2  ??"));
  CHECK(contains(out, "  2. White c2d2  ??"));
}

TEST_CASE("control characters in the names of files do not reach the terminal", "[cli][play]") {
  const TemporaryDirectory directory;
  const std::string odd = directory.file("\x1b[2J");
  const std::string proof = odd + ".proof";
  run_well({"search", kWinInOne, "--plies", "2", "--memory", "1M", "--proof", proof});
  std::filesystem::copy_file(UISGE_TEST_DATA "/4x3-2-passes.uisge", odd + ".uisge");
  const std::string with_proof = played({proof, kWinInOne, "--memory", "1M"}, "save " + odd + ".txt\n");
  const std::string with_database = played({odd + ".uisge"}, "save " + odd + "/none/x\n");
  for (const std::string& out : {with_proof, with_database}) {
    CAPTURE(out);
    CHECK(!contains(out, "\x1b"));
    CHECK(occurrences(out, "/\\x1b[2J") >= 2);
  }
}

TEST_CASE("lower levels play worse, the same with the same seed", "[cli][play]") {
  const std::string file = UISGE_SOURCE "/tests/data/4x3-2-passes.uisge";
  const std::string position = "Bb2/wW2/4 w";
  const auto first_move = [&](const std::string& level, int seed) {
    const std::string out =
        played({position, "--database", file, "--side", "black", "--level", level, "--seed", std::to_string(seed)}, "");
    const std::size_t at = out.find("White plays ");
    REQUIRE(at != std::string::npos);
    return out.substr(at + 12, 4);
  };
  const json known = run_json("query", {file, position});
  const std::string best = known["moves"][0]["move"];
  std::set<std::string> weak;
  for (int seed = 0; seed < 12; ++seed) {
    weak.insert(first_move("1", seed));
    CHECK(first_move("10", seed) == best);
  }
  CHECK(weak.size() > 1);
  CHECK(first_move("1", 3) == first_move("1", 3));
}

TEST_CASE("a terminal edits lines and remembers them", "[cli][play]") {
  if (is_skipped(!UISGE_HAS_LINE_EDITING, "built without libedit")) return;
  if (is_skipped(!std::filesystem::exists("/usr/bin/script"), "there is no script(1) to make a terminal with")) return;
  // ^A goes to the beginning of the line, the up arrow recalls the last line, and backspace deletes a character.
  RunOptions options;
  options.input = "int\x01h\n\x1b[A\n\x1b[Ax\x7f\nquit\n";
  options.environment = {"TERM=xterm"};
  const std::string command =
      "stty cols 200; '" UISGE_PROGRAM "' play '" + kWinInOne + "' --memory 1M --threads 1 --color never";
  const ProgramRun run = RunningProgram("/usr/bin/script", {"-qec", command, "/dev/null"}, options).wait();
  INFO(run.out);
  CHECK(run.exit_code == 0);
  CHECK(occurrences(run.out, "* a1c1  wins in 1") == 3);
}

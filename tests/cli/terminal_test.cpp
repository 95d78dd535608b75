// Tests the output on a terminal: eighty columns, shapes for pieces, the last move marked.
#include "tests/cli/terminal.h"
#include "tests/cli/run_program.h"
#include "tests/cli/solved_game.h"

using namespace uisge::test;

namespace {

const std::string kEachPiece = "wb2/WB2/4/4 w";
const std::vector<std::string> kUnicode{"LC_ALL=C.UTF-8", "TERM=xterm", "NO_COLOR=1"};
const std::vector<std::string> kNoUnicode{"LC_ALL=C", "TERM=xterm", "NO_COLOR=1"};

}  // namespace

TEST_CASE("pieces are shapes on a terminal that has them, and letters elsewhere", "[cli][terminal]") {
  const std::string shapes = "4 \u25CB \u25CF . .\n3 \u2654 \u265A . .\n";
  const std::string letters = "4 w b . .\n3 W B . .\n";
  const std::string shown = run_on_terminal({"show", kEachPiece}, 80, kUnicode);
  CHECK(contains(shown, shapes));
  CHECK(contains(shown, "\u25CB White, \u25CF Black"));
  CHECK(contains(run_on_terminal({"show", kEachPiece, "--ascii"}, 80, kUnicode), letters));
  CHECK(contains(run_on_terminal({"show", kEachPiece}, 80, kNoUnicode), letters));
  CHECK(contains(run_on_terminal({"show", kEachPiece}, 80, {"LC_ALL=C.UTF-8", "TERM=dumb"}), letters));
  const RunOptions options{.environment = {"LC_ALL=C.UTF-8", "TERM=xterm"}};
  CHECK(contains(run_uisge({"show", kEachPiece}, options).out, letters));
}

TEST_CASE("play marks the square that the last move went to", "[cli][play][terminal]") {
  const std::vector<std::string> play{"play", "wb2/WB2/4/4 w", "--side", "both", "--threads", "1", "--memory", "1M"};
  const std::string played = run_on_terminal(play, 80, kUnicode, "a4c4\nquit\n");
  CHECK(contains(played, "4 . \u25CF[\u2654].\n"));
  CHECK(contains(run_uisge(play, {.input = "a4c4\nquit\n"}).out, "4 . b[W].\n"));
  const std::string letters =
      run_on_terminal({"play", kEachPiece, "--ascii", "--side", "both", "--threads", "1", "--memory", "1M"}, 80,
                      kUnicode, "a4c4\nquit\n");
  CHECK(contains(letters, "4 . b[W].\n"));
}

TEST_CASE("nothing that the program says by itself is wider than eighty columns", "[cli][terminal]") {
  const std::string help = run_uisge({"--help"}).out;
  CHECK(longest_line(help) <= 80);
  const auto commands = commands_of_the_program();
  CHECK(commands.size() > 10);
  for (const std::string& name : commands) {
    CAPTURE(name);
    CHECK(longest_line(run_uisge({name, "--help"}).out) <= 80);
  }
  CHECK(longest_line(run_uisge({"play", "7/2bB3/1bbBb2/2wwWw1/3Ww2/7 w", "--time", "0.01", "--side", "both"},
                               {.input = "help\nmoves\nhint\nquit\n"})
                         .out) <= 80);
}

TEST_CASE("a long line of play is broken between moves on a terminal, and in one piece elsewhere",
          "[cli][query][terminal]") {
  const SolvedFile solved({4, 3, 2});
  const std::string file = solved.path();
  const std::string whole = run_uisge({"query", file, "4/bb2/1ww1 w"}).out;
  REQUIRE(longest_line(whole) > 40);
  CHECK(contains(run_on_terminal({"query", file, "4/bb2/1ww1 w"}, 80, kUnicode),
                 "2 \u25CF \u25CF . .\n1 . \u25CB \u25CB .\n"));
  CHECK(contains(run_on_terminal({"query", file, "4/bb2/1ww1 w", "--ascii"}, 80, kUnicode), "2 b b . .\n1 . w w .\n"));
  const std::string narrow = run_on_terminal({"query", file, "4/bb2/1ww1 w"}, 40, kNoUnicode);
  CHECK(longest_line(narrow) <= 40);
  std::string rejoined;
  for (std::size_t i = narrow.find("line:"); i < narrow.size(); ++i) {
    if (narrow.compare(i, 7, "\n      ") == 0) i += 6;
    rejoined += narrow[i] == '\n' ? ' ' : narrow[i];
  }
  std::string expected = whole.substr(whole.find("line:"));
  expected.back() = ' ';
  CHECK(rejoined == expected);
}

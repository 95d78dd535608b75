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
  const TemporaryDirectory directory;
  const std::string proof = directory.file("win.proof");
  const std::vector<std::string> prove{"prove", kEachPiece, "--memory", "1M", "--out", proof};
  const std::vector<std::string> search{"search", kEachPiece, "--plies", "1", "--memory", "1M"};
  for (const auto& command : {prove, search, {"verify-proof", proof}}) {
    CHECK(contains(run_on_terminal(command, 80, kUnicode), shapes));
    CHECK(contains(run_uisge(command).out, letters));
  }
}

TEST_CASE("play marks the square that the last move went to", "[cli][play][terminal]") {
  const std::vector<std::string> play{"play", "wb2/WB2/4/4 w", "--side", "both", "--threads", "1", "--memory", "1M"};
  CHECK(contains(run_on_terminal(play, 80, kUnicode, "a4c4\nquit\n"), "4 . \u25CF[\u2654].\n"));
  CHECK(contains(run_uisge(play, {.input = "a4c4\nquit\n"}).out, "4 . b[W].\n"));
  const std::string letters =
      run_on_terminal({"play", kEachPiece, "--ascii", "--side", "both", "--threads", "1", "--memory", "1M"}, 80,
                      kUnicode, "a4c4\nquit\n");
  CHECK(contains(letters, "4 . b[W].\n"));
}

TEST_CASE("characters beyond ASCII can be typed on a terminal", "[cli][play][terminal]") {
  const TemporaryDirectory directory;
  const std::string record = directory.file("M\u00FCller \u4E2D.txt");
  const std::string shown = run_on_terminal({"play", kEachPiece, "--side", "both", "--threads", "1", "--memory", "1M"},
                                            80, kUnicode, "save " + record + "\nquit\n");
  CAPTURE(shown);
  CHECK(std::filesystem::exists(record));
}

TEST_CASE("nothing that the program says by itself is wider than eighty columns", "[cli][terminal]") {
  CHECK(longest_line(run_uisge({"--help"}).out) <= 80);
  CHECK(longest_line(run_uisge({"play", "7/2bB3/1bbBb2/2wwWw1/3Ww2/7 w", "--time", "0.01", "--side", "both"},
                               {.input = "help\nmoves\nhint\nquit\n"})
                         .out) <= 80);
}

TEST_CASE("sentences are broken between words on a terminal, and in one piece elsewhere", "[cli][terminal][no-asan]") {
  const SolvedFile loses({4, 3, 2});
  const SolvedFile draws({4, 3, 2, oracle::Stuck::kDraws});
  const SolvedFile values({4, 3, 2}, {"--values"});
  const std::string proof = loses.file("win.proof");
  const std::string book = loses.file("start.book");
  const std::string extract = loses.file("4x3.extract");
  const std::string plane = loses.file("4x3.plane");
  run_well({"solve", "--values", "--summary-only", "--board", "4x3", "--pieces", "2", "--plane", plane});
  const std::vector<std::pair<std::vector<std::string>, std::string>> sentences{
      {{"diff", loses.path(), draws.path()}, "keep it with another distance"},
      {{"diff", loses.path(), draws.path()}, "in the first, White to move"},
      {{"reach", "--board", "4x3", "--pieces", "2"}, "positions that are not over,"},
      {{"search", "4/bb2/1ww1 w", "--plies", "12", "--memory", "1M"}, ", a stuck player loses"},
      {{"prove", "4/bb2/1ww1 w", "--memory", "1M", "--out", proof}, ", check it with 'uisge verify-proof"},
      {{"verify-proof", proof}, "moves of the winner,"},
      {{"play", proof, "--side", "none", "--memory", "1M"}, "and off its lines the search, which thinks"},
      {{"book", "4/bb2/1ww1 w", "--plies", "2", "--depth", "4", "--memory", "1M", "--out", book},
       ", check it with 'uisge book --check"},
      {{"book", "--check", book}, "positions, none missing;"},
      {{"extract", loses.path(), "--draws", "10", "--out", extract}, ", check it with 'uisge extract --check"},
      {{"extract", "--check", extract}, "random positions were searched 6 plies ahead,"},
      {{"info", plane}, "'uisge solve --values' goes on with it"},
      {{"verify", loses.path()}, "keep the rules' laws."},
      {{"verify", loses.path(), "--sample", "5"}, "This is no proof:"},
      {{"verify", values.path()}, "chosen at random the search proved"},
  };
  for (const auto& [command, sentence] : sentences) {
    CAPTURE(command);
    CHECK(contains(run_uisge(command).out, sentence));
    // Every sentence is longer than a line of this terminal.
    const std::string shown = run_on_terminal(command, 16, kNoUnicode);
    CHECK(!contains(shown, sentence));
    CHECK(contains(std::regex_replace(shown, std::regex("\n *"), " "), sentence));
  }
  const std::vector<std::string> wrong{"show", "wb/2"};
  CHECK(std::ranges::count(run_uisge(wrong).err, '\n') == 1);
  CHECK(longest_line(run_uisge(wrong).err) > 40);
  CHECK(longest_line(run_on_terminal(wrong, 40, kNoUnicode)) <= 40);
  const std::vector<std::string> find{"find", loses.path(), "--winning-moves", "1", "--limit", "1"};
  CHECK(longest_line(run_uisge(find).out) > 40);
  CHECK(longest_line(run_on_terminal(find, 40, kNoUnicode)) <= 40);
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

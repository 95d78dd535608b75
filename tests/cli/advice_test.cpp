// Mistakes on the command line, and what the program does or says instead.
#include <catch2/catch.hpp>
#include <csignal>
#include <filesystem>

#include "core/notation.h"
#include "core/start.h"
#include "db/position_cell.h"
#include "tests/cli/run_program.h"
#include "tests/cli/small_database.h"
#include "tests/cli/terminal.h"

using namespace uisge;
using namespace uisge::test;

namespace {

// Runs the program in the folder, as a person works.
ProgramRun run_in_folder(const std::string& folder, const std::vector<std::string>& arguments,
                         const std::string& input = {}) {
  std::vector<std::string> words{"-c", "cd \"$1\" && program=$0 && shift && exec \"$program\" \"$@\"", UISGE_PROGRAM,
                                 folder};
  words.insert(words.end(), arguments.begin(), arguments.end());
  RunOptions options;
  options.input = input;
  return RunningProgram("/bin/sh", words, options).wait();
}

}  // namespace

TEST_CASE("what is meant is said in one line", "[cli][advice]") {
  const SmallDatabase small;
  struct Slip {
    std::vector<std::string> arguments;
    std::string advice;
  };
  const std::vector<Slip> slips{
      {{"find", small.path(), "--distance", "5-7"}, "did you mean '5..7'?"},
      {{"find", small.path(), "--mover-moves", "2-"}, "did you mean '2..'?"},
      {{"serve", "--port", "8000"}, "--listen 127.0.0.1:PORT"},
      {{"serve", "--host=0.0.0.0"}, "--listen ADDRESS:PORT"},
  };
  for (const auto& [arguments, advice] : slips) {
    const ProgramRun run = run_uisge(arguments);
    CAPTURE(arguments, run.err);
    CHECK(run.exit_code == 2);
    CHECK(is_one_error_line(run.err));
    CHECK(run.err.find(advice) != std::string::npos);
  }
}

TEST_CASE("find without a property does not list a large file", "[cli][advice][find]") {
  const TemporaryDirectory directory;
  const std::string file = directory.file("x.uisge");
  REQUIRE(run_uisge({"solve", "--board", "4x4", "--pieces", "3", "--out", file}).exit_code == 0);
  const ProgramRun all = run_uisge({"find", file});
  CHECK(all.exit_code == 2);
  CHECK(is_one_error_line(all.err));
  CHECK(all.err.find("--limit") != std::string::npos);
  CHECK(lines_of(run_uisge({"find", file, "--limit", "3"}).out).size() == 3);
  CHECK(run_uisge({"find", file, "--count"}).exit_code == 0);
  CHECK(run_uisge({"find", file, "--value", "win", "--limit", "1"}).exit_code == 0);
  // Without --limit, up to a screen or two of positions is listed.
  const SmallDatabase small;
  CHECK(run_uisge({"find", small.path()}).exit_code == 0);
}

TEST_CASE("play takes the database that query would find, unless a time is given", "[cli][advice][play]") {
  const TemporaryDirectory directory;
  REQUIRE(run_in_folder(directory.path(), {"solve", "--board", "4x3", "--pieces", "2"}).exit_code == 0);
  const std::vector<std::string> play{"play", "--board", "4x3", "--pieces", "2", "--memory", "1M"};
  const auto with = [&](const std::vector<std::string>& more) {
    std::vector<std::string> arguments = play;
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_in_folder(directory.path(), arguments, "quit\n").out;
  };
  CHECK(with({}).find("Perfect play from 4x3-2-loses.uisge; a stuck player loses.\n") == 0);
  CHECK(with({"--time", "0.1"}).find("The search, which thinks 0.1 s") == 0);
  CHECK(with({"--stuck", "draws"}).find("The search, which thinks") == 0);
}

TEST_CASE("an interrupted solve is gone on with, by either kind of solve", "[cli][advice][solve]") {
  const TemporaryDirectory directory;
  const std::string out = directory.file("x.uisge");
  const std::vector<std::string> solve{"solve", "--board", "7x6", "--pieces", "3", "--threads", "1", "--out", out};
  {
    RunningProgram begun(UISGE_PROGRAM, solve);
    REQUIRE(becomes_true(
        [&] { return std::filesystem::exists(out + ".plies") && std::filesystem::file_size(out + ".plies") > 4096; }));
    begun.send(SIGINT);
    const ProgramRun stopped = begun.wait();
    // A quick machine may have finished before the stop.
    if (stopped.exit_code == 0) return;
  }
  const ProgramRun again = run_uisge(solve);
  CAPTURE(again.err);
  CHECK(again.exit_code == 0);
  CHECK(again.err.find("resuming after ply") != std::string::npos);
  CHECK(run_uisge({"check", out}).exit_code == 0);
}

TEST_CASE("plan says what fits instead", "[cli][advice][plan]") {
  const ProgramRun real = run_uisge({"plan", "--memory", "256G", "--disk", "1T"});
  CHECK(real.out.find("\ninstead     --values") != std::string::npos);
  CHECK(run_uisge({"plan", "--pieces", "5", "--memory", "1G", "--disk", "1G"}).out.find("--values") ==
        std::string::npos);
  // docs/scaling.md names the same memory in the same unit.
  CHECK(real.out.find("\nmemory      392 GiB at least") != std::string::npos);
  CHECK(text_of_file(UISGE_SOURCE "/docs/scaling.md").find("392 GiB of memory") != std::string::npos);
}

TEST_CASE("plan, solve and play keep words whole on a terminal", "[cli][advice][terminal]") {
  const TemporaryDirectory directory;
  const std::string database = directory.file("a-name-that-takes-room-on-a-line-of-a-terminal.uisge");
  for (const std::uint16_t columns : {std::uint16_t{80}, std::uint16_t{100}}) {
    CHECK(longest_line(run_on_terminal({"plan", "--board", "6x5", "--pieces", "4"}, columns)) <= columns);
    CHECK(longest_line(run_on_terminal({"plan", "--board", "6x5", "--pieces", "4", "--values", "--device", "cpu"},
                                       columns)) <= columns);
    CHECK(longest_line(run_on_terminal({"plan", "--board", "6x5", "--pieces", "4", "--ranks", "3"}, columns)) <=
          columns);
    // A file's name is one word, which cannot be broken.
    CHECK(longest_line(run_on_terminal({"solve", "--board", "4x3", "--pieces", "2", "--summary-only"}, columns)) <=
          columns);
    CHECK(longest_line(run_on_terminal({"play", "--memory", "1M", "--time", "0.01"}, columns, {}, "copy\nquit\n")) <=
          columns);
  }
}

TEST_CASE("advice after a missing database can be followed here", "[cli][advice][query]") {
  const TemporaryDirectory directory;
  const ProgramRun small = run_in_folder(directory.path(), {"query", "4/1bb1/1ww1 w"});
  CHECK(small.exit_code == 2);
  CHECK(small.err.find("'uisge solve --board 4x3 --pieces 2 --stuck loses' makes it") != std::string::npos);
  // docs/scaling.md: 392 GiB of memory and 2 TiB of disk.
  const ProgramRun large = run_in_folder(directory.path(), {"query", "7/2bB3/1bbbb2/2wwww1/3ww2/7 w"});
  CHECK(large.exit_code == 2);
  CHECK(is_one_error_line(large.err));
  CHECK(large.err.find("uisge solve") == std::string::npos);
  CHECK(large.err.find("to make it takes 392 GiB of memory") != std::string::npos);
  // Boards beyond the real game are not counted.
  const ProgramRun larger = run_in_folder(directory.path(), {"query", "9/9/3bb4/2bbbB3/3wwww2/4ww3/9 w"});
  CHECK(larger.err.find("'uisge plan --board 9x7 --pieces 6 --stuck loses' tells") != std::string::npos);
}

TEST_CASE("verify tells a start that contradicts what is known", "[cli][verify][known]") {
  SmallDatabase small;
  const Board board(kSmall.board);
  const auto cell = find_cell(board, small.labels().placements, Colourings(2), *start_position(board, 2)).value();
  const auto code = [](Label label) { return encode_label(label); };
  // 4x3 with two a side is a win in 11 (docs/results.csv). A sample of one position does not find a wrong label of the
  // start.
  for (const Label wrong : {Label{Outcome::kWin, 13}, Label{Outcome::kDraw, 0}}) {
    small.labels().labels[cell.placement][cell.index] = code(wrong);
    small.rewrite();
    const ProgramRun run = run_uisge({"verify", small.path(), "--sample", "1", "--seed", "3"});
    CAPTURE(run.err);
    CHECK(run.exit_code == 5);
    CHECK(is_one_error_line(run.err));
    CHECK(run.err.find("but it is known that White to move wins in 11 plies") != std::string::npos);
    const auto told =
        nlohmann::json::parse(run_uisge({"verify", small.path(), "--sample", "1", "--seed", "3", "--json"}).out);
    CHECK(told["passed"] == false);
    CHECK(told["reason"].get<std::string>().find("it is known that") != std::string::npos);
  }
}

// Tests how the program handles mistakes on the command line: what it corrects, and what it advises.
#include "core/notation.h"
#include "core/start.h"
#include "db/position_cell.h"
#include "solver/checkpoint/ply_log_reader.h"
#include "tests/cli/run_program.h"
#include "tests/cli/small_database.h"
#include "tests/cli/solved_game.h"
#include "tests/cli/terminal.h"
#include "tests/solver/stopped_solve.h"

using namespace uisge;
using namespace uisge::test;

namespace {

// Runs, by a shell, the command that a message advises: the command in quotes that is followed by `purpose`.
ProgramRun run_advised(const std::string& message, const std::string& purpose) {
  const std::string program = "'uisge ";
  const std::size_t end = message.find("' " + purpose);
  const std::size_t begin = message.rfind(program, end);
  CAPTURE(message);
  REQUIRE(end != std::string::npos);
  REQUIRE(begin != std::string::npos);
  const std::string arguments = message.substr(begin + program.size(), end - begin - program.size());
  return RunningProgram("/bin/sh", {"-c", UISGE_PROGRAM " " + arguments}).wait();
}

}  // namespace

TEST_CASE("the command after a guide makes a proof when it is typed", "[cli][advice][prove]") {
  const TemporaryDirectory directory;
  // The start of 4x5 with three a side is lost in 42 plies under `draws` (docs/results.csv).
  const ProgramRun solve = run_well({"solve", "--values", "--board", "4x5", "--pieces", "3", "--stuck", "draws",
                                     "--prove-start", directory.file("a guide")});
  const ProgramRun proved = run_advised(solve.out, "makes a proof of it");
  CHECK(proved.exit_code == 0);
  CHECK(contains(proved.out, "White to move loses within "));
}

TEST_CASE("the command for a checkpoint makes its database when it is typed", "[cli][advice][checkpoint]") {
  const TemporaryDirectory directory;
  const std::string database = directory.file("a game.uisge");
  const DatabaseIdentity identity{{4, 4}, 3, {StuckRule::kPasses, true}};
  REQUIRE(!solve_for({.identity = identity, .output = database}, 5));
  const std::string checkpoint = ply_log_path(database);
  const std::string refused = check_refused({"verify", checkpoint}, 3, "is the checkpoint of a solve; ");
  CHECK(contains(run_advised(refused, "makes a database of it").err, "resuming after ply"));
  run_well({"check", database});
  check_fields(run_json("info", {database}), "board", "4x4", "pieces", 3, "stuck", "passes", "diagonal_jumps", true);
  // Under another name the checkpoint has to be renamed first.
  REQUIRE(!solve_for({.identity = identity, .output = database, .restart = true}, 5));
  const std::string other = directory.file("other");
  std::filesystem::rename(checkpoint, other);
  check_refused({"verify", other}, 3, "--out " + other + "' (after a renaming to " + other + ".plies) makes");
}

TEST_CASE("find without a property does not list a large file", "[cli][advice][find]") {
  const SolvedFile solved({4, 4, 3});
  const std::string file = solved.path();
  check_refused({"find", file}, 2, "--limit");
  CHECK(lines_of(run_uisge({"find", file, "--limit", "3"}).out).size() == 3);
  run_well({"find", file, "--count"});
  run_well({"find", file, "--value", "win", "--limit", "1"});
  const SmallDatabase small;
  run_well({"find", small.path()});
}

TEST_CASE("play takes the database that query would find, unless a time is given", "[cli][advice][play]") {
  const TemporaryDirectory directory;
  REQUIRE(run_in_folder(directory.path(), {"solve", "--board", "4x3", "--pieces", "2"}).exit_code == 0);
  const std::vector<std::string> play{"play", "--board", "4x3", "--pieces", "2", "--memory", "1M"};
  const auto with = [&](const std::vector<std::string>& more) {
    return run_in_folder(directory.path(), joined(play, more), {.input = "quit\n"}).out;
  };
  CHECK(with({}).find("Perfect play from 4x3-2-loses.uisge; a stuck player loses.\n") == 0);
  CHECK(with({"--time", "0.1"}).find("The search, which thinks 0.1 s") == 0);
  CHECK(with({"--stuck", "draws"}).find("The search, which thinks") == 0);
}

TEST_CASE("an interrupted solve is continued by the same command", "[cli][advice][solve]") {
  const TemporaryDirectory directory;
  const std::string out = directory.file("x.uisge");
  // The solve takes most of a second, so it is stopped before its end.
  const std::vector<std::string> solve{"solve", "--board", "6x5", "--pieces", "4", "--threads", "1", "--out", out};
  RunningProgram begun(UISGE_PROGRAM, solve);
  REQUIRE(grows_beyond(out + ".plies", std::uintmax_t{1} << 24));  // several plies are complete
  begun.send(SIGINT);
  REQUIRE(begun.wait().exit_code == 128 + SIGINT);
  CHECK(contains(run_well(solve).err, "resuming after ply"));
  run_well({"check", out});
}

TEST_CASE("plan names another kind of solve that fits", "[cli][advice][plan]") {
  const ProgramRun real = run_uisge({"plan", "--memory", "256G", "--disk", "1T"});
  CHECK(contains(real.out, "\ninstead     --values"));
  // The plane would fit in memory, but a solve of values keeps it on the disk, too.
  const std::vector<std::string> four{"plan", "--pieces", "4", "--threads", "1", "--memory", "100M", "--disk"};
  CHECK(!contains(run_well(joined(four, {"18M"})).out, "--values"));
  CHECK(contains(run_well(joined(four, {"21M"})).out, "--values"));
  CHECK(!contains(run_uisge({"plan", "--pieces", "5", "--memory", "1G", "--disk", "1G"}).out, "--values"));
  // The tiles that a step of a solve of values needs do not fit.
  const std::vector<std::string> tight{"plan", "--board", "5x4", "--pieces", "4", "--threads", "1", "--memory", "19M"};
  check_refused(joined(tight, {"--values"}), 4, "needs at least");
  const std::string nothing = run_well(tight).out;
  CHECK(contains(nothing, "\ninstead     nothing fits on this board"));
  CHECK(!contains(nothing, "--values"));
  // docs/scaling.md must have the figure that the program prints.
  CHECK(contains(real.out, "\nmemory      392 GiB at least"));
  CHECK(contains(text_of_file(UISGE_SOURCE "/docs/scaling.md"), "392 GiB of memory"));
}

TEST_CASE("plan, solve and play keep words whole on a terminal", "[cli][advice][terminal]") {
  const std::vector<std::string> plan{"plan", "--board", "6x5", "--pieces", "4"};
  for (const std::uint16_t columns : {std::uint16_t{80}, std::uint16_t{100}}) {
    CHECK(longest_line(run_on_terminal(plan, columns)) <= columns);
    CHECK(longest_line(run_on_terminal(joined(plan, {"--values", "--device", "cpu"}), columns)) <= columns);
    CHECK(longest_line(run_on_terminal(joined(plan, {"--ranks", "3"}), columns)) <= columns);
    CHECK(longest_line(run_on_terminal({"solve", "--board", "4x3", "--pieces", "2", "--summary-only"}, columns)) <=
          columns);
    CHECK(longest_line(run_on_terminal({"play", "--memory", "1M", "--time", "0.01"}, columns, {}, "copy\nquit\n")) <=
          columns);
  }
}

TEST_CASE("advice after a missing database can be followed here", "[cli][advice][query]") {
  const TemporaryDirectory directory;
  check_refusal(run_in_folder(directory.path(), {"query", "4/1bb1/1ww1 w"}), 2,
                "'uisge solve --board 4x3 --pieces 2 --stuck loses' makes it");
  // The real game takes 392 GiB of memory and 2 TiB of disk (docs/scaling.md).
  const ProgramRun large = run_in_folder(directory.path(), {"query", "7/2bB3/1bbbb2/2wwww1/3ww2/7 w"});
  check_refusal(large, 2, "to make it takes 392 GiB of memory");
  CHECK(!contains(large.err, "uisge solve"));
  // For boards larger than the real game's, the advice has no figures and names `uisge plan`.
  const ProgramRun larger = run_in_folder(directory.path(), {"query", "9/9/3bb4/2bbbB3/3wwww2/4ww3/9 w"});
  CHECK(contains(larger.err, "'uisge plan --board 9x7 --pieces 6 --stuck loses' tells"));
}

TEST_CASE("advice in a folder that cannot be written tells so, and not that there is too little room",
          "[cli][advice][query]") {
  const ProgramRun run = run_in_folder("/proc", {"query", "4/bbb1/www1/4 w"});
  check_refusal(run, 2, "'uisge solve --board 4x4 --pieces 3 --stuck loses --out FILE' makes it in another folder");
  CHECK(!contains(run.err, "more than is free"));
}

TEST_CASE("query of the real game names the proof by a path that exists", "[cli][advice][query]") {
  const TemporaryDirectory directory;
  const std::string proof = "docs/proofs/7x6-6-draws.proof";
  CHECK(!contains(run_in_folder(directory.path(), {"query"}).out, "uisge query " + proof));
  std::filesystem::create_directories(directory.file("docs/proofs"));
  std::ofstream(directory.file(proof)) << "";
  CHECK(contains(run_in_folder(directory.path(), {"query"}).out, "\nnext: uisge query " + proof + " tells"));
}

TEST_CASE("verify reports a start whose label contradicts what is known", "[cli][verify][known]") {
  SmallDatabase small;
  const Board board(kSmall.board);
  const auto cell = find_cell(board, small.labels().placements, Colourings(2), *start_position(board, 2)).value();
  // 4x3 with two a side is a win in 11 (docs/results.csv). `verify` checks one random position, which does not reveal
  // the start's wrong label. The known value does.
  for (const Label wrong : {Label{Outcome::kWin, 13}, Label{Outcome::kDraw, 0}}) {
    small.labels().labels[cell.placement][cell.index] = encode_label(wrong);
    small.rewrite();
    check_refused({"verify", small.path(), "--sample", "1", "--seed", "3"}, 5,
                  "but it is known that White to move wins in 11 plies");
    const auto told =
        nlohmann::json::parse(run_uisge({"verify", small.path(), "--sample", "1", "--seed", "3", "--json"}).out);
    CHECK(told["passed"] == false);
    CHECK(contains(told["reason"].get<std::string>(), "it is known that"));
  }
}

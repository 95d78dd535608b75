// Tests `solve --values --exact` end to end: what it prints and when, and what it refuses.
#include "tests/cli/injected_fault.h"
#include "tests/cli/run_program.h"
#include "tests/db/naive_labels.h"

using namespace uisge::test;

TEST_CASE("solve --exact prints what solve prints of a board, and the start's distance", "[cli][solve][exact]") {
  for (const std::string stuck : {"loses", "wins", "draws", "passes"}) {
    CAPTURE(stuck);
    const auto exact = run_json("solve", {"--board", "4x4", "--pieces", "3", "--stuck", stuck, "--values", "--exact"});
    const auto plain = run_json("solve", {"--board", "4x4", "--pieces", "3", "--stuck", stuck, "--summary-only"});
    check_same(exact, plain,
               {"live", "won", "lost", "drawn", "canonical", "longest_distance", "longest_example", "by_distance",
                "start", "cells", "distances", "already_solved", "bytes", "file"});
    CHECK(exact.at("complete") == true);
    CHECK(exact.at("plane_bytes").get<int>() >= exact.at("window_bytes").get<int>());
  }
  // docs/results.csv has the start's distance of 14 plies.
  const ProgramRun run = run_well({"solve", "--board", "4x4", "--pieces", "3", "--values", "--exact"});
  CHECK(run.err == "start: White to move loses in 14 plies\n");
  CHECK_THAT(run.out, Catch::Contains("distance") && Catch::Contains("White to move loses in 14 plies") &&
                          Catch::Contains("window"));
}

TEST_CASE("solve --exact --plies ends early and says so", "[cli][solve][exact]") {
  const auto printed =
      run_json("solve", {"--board", "4x4", "--pieces", "3", "--values", "--exact", "--plies", "6", "--threads", "1"});
  CHECK(printed.at("complete") == false);
  CHECK(printed.at("canonical").is_null());
  CHECK(printed.at("by_distance").size() == 7);
  CHECK(printed.at("start").at("value").is_null());
  const ProgramRun run = run_well({"solve", "--board", "4x4", "--pieces", "3", "--values", "--exact", "--plies", "6"});
  CHECK(run.err.empty());
  CHECK_THAT(run.out, Catch::Contains("no forced result within 6 plies"));
}

TEST_CASE("a stopped exact solve prints what it has found", "[cli][solve][exact][no-asan]") {
  RunningProgram program(UISGE_PROGRAM, {"solve", "--values", "--exact", "--board", "7x6", "--pieces", "4", "--json"});
  REQUIRE(program.wait_for_message("start: White to move wins in 37 plies"));
  program.send(SIGINT);
  const ProgramRun run = program.wait();
  CHECK(run.exit_code == 130);
  CHECK(contains(run.err, "the plies that were complete by then are counted"));
  const auto printed = nlohmann::json::parse(run.out);
  CHECK(printed["complete"] == false);
  CHECK(printed["start"]["distance"] == 37);
  CHECK(printed["by_distance"].size() >= 36);
  CHECK(printed["file"].is_null());
}

TEST_CASE("solve --exact --plane goes on where it ended, also after a kill while it saves",
          "[cli][solve][exact][plane]") {
  const TemporaryDirectory directory;
  const std::string plane = directory.file("x.plane");
  const auto arguments = [&](const std::vector<std::string>& more) {
    return joined({"--board", "4x4", "--pieces", "3", "--values", "--exact", "--threads", "2"}, more);
  };
  const auto alone = run_json("solve", arguments({}));
  // The first solve makes four stages, which decide plies 0 to 7.
  CHECK(run_json("solve", arguments({"--plane", plane, "--plies", "6"})).at("resumed_stages") == 0);
  const auto saved = read_bytes(plane);
  if (faults::can_trace()) {
    // Kills the solve before the first bytes are safe, before all bytes are safe, and before the file gets its name.
    for (const auto& [call, when] : {std::pair{"fsync", "1"}, {"fsync", "2"}, {"rename,renameat,renameat2", "1"}}) {
      CAPTURE(call, when);
      const auto killed =
          faults::run_with_fault(call, "error=EIO:signal=KILL", when, joined({"solve"}, arguments({"--plane", plane})));
      CHECK(killed.was_injected);
      CHECK((read_bytes(plane) == saved));
      CHECK(std::filesystem::exists(plane + ".part"));
    }
  }
  for (const int resumed : {4, alone.at("stages").get<int>()}) {
    const auto solved = run_json("solve", arguments({"--plane", plane}));
    CHECK(solved.at("resumed_stages") == resumed);
    check_same(solved, alone,
               {"live", "won", "lost", "drawn", "canonical", "longest_distance", "longest_example", "by_distance",
                "start", "stages", "complete"});
    CHECK_FALSE(std::filesystem::exists(plane + ".part"));
  }
  const ProgramRun told = run_uisge(joined({"solve"}, arguments({"--plane", plane})));
  CHECK_THAT(told.err, Catch::Contains("going on with what it holds") &&
                           Catch::Contains("start: White to move loses in 14 plies"));
  CHECK(run_json("solve", arguments({"--plane", plane, "--restart"})).at("resumed_stages") == 0);
  // A solve by sweeps refuses the plane of an exact solve, and so do commands that need a database.
  check_refused({"solve", "--board", "4x4", "--pieces", "3", "--values", "--summary-only", "--plane", plane}, 3);
  for (const char* command : {"info", "check", "query"}) {
    check_refused(
        {command, plane}, 3,
        "the plane of an exact solve; the same 'uisge solve --values --exact --plane " + plane + "' checks it");
  }
}

// With sanitizers the real game takes ten seconds.
TEST_CASE("plan --exact prints the window and the memory of a solve, also of the real game",
          "[cli][plan][exact][no-asan]") {
  const auto real = run_json("plan", {"--values", "--exact", "--memory", "300G", "--threads", "2"});
  const auto plane = real.at("plane_bytes").get<std::uint64_t>();
  CHECK(plane == 1'651'470'729'216 / 8);  // docs/rules.md
  // The real game's window must take less than 22 % of the plane's bytes.
  CHECK(real.at("window_bytes").get<std::uint64_t>() < plane * 22 / 100);
  CHECK(real.at("memory").get<std::uint64_t>() > plane);
  CHECK(real.at("fits_memory") == true);
  const auto small = run_json("plan", {"--board", "5x4", "--pieces", "3", "--values", "--exact", "--memory", "100K"});
  CHECK(small.at("fits_memory") == false);
  const ProgramRun run = run_well({"plan", "--board", "5x4", "--pieces", "3", "--values", "--exact"});
  CHECK_THAT(run.out, Catch::Contains("window") && Catch::Contains("about"));
  CHECK(run_uisge({"plan", "--board", "2x2", "--pieces", "3", "--values", "--exact"}).exit_code == 2);
}

TEST_CASE("an exact solve takes no more memory than its plan says", "[cli][solve][exact][no-asan]") {
  if (is_skipped(UISGE_IS_EMULATED, "the emulator's own memory counts as the program's")) return;
  const std::vector<std::string> game{"--board", "6x5", "--pieces", "4", "--values", "--exact", "--threads", "1"};
  const auto memory = run_json("plan", game)["memory"].get<std::uint64_t>();
  // The shell starts the program as a child, since a process takes over the peak of the process that it replaces.
  const auto call =
      joined({"-c", "\"$0\" solve --json \"$@\"; exit $?", UISGE_PROGRAM, "--memory", std::to_string(memory)}, game);
  CHECK(nlohmann::json::parse(RunningProgram("/bin/sh", call).wait().out)["peak_memory"] <= memory);
}

TEST_CASE("a list of noted positions answers about these as a database does, and about no others",
          "[cli][solve][exact][notes]") {
  const TemporaryDirectory directory;
  for (const std::string stuck : {"loses", "wins", "draws", "passes"}) {
    CAPTURE(stuck);
    const std::string notes = directory.file(stuck + ".notes");
    const std::string database = directory.file(stuck + ".uisge");
    run_well({"solve", "--board", "4x4", "--pieces", "3", "--stuck", stuck, "--out", database});
    const auto solved = run_json("solve", {"--board", "4x4", "--pieces", "3", "--stuck", stuck, "--values", "--exact",
                                           "--note-plies", "2", "--out", notes});
    CHECK(solved.at("file") == notes);
    CHECK(solved.at("noted").get<int>() > 2);
    // The start and the positions of the next two plies are noted, so the answer is the same as from a database.
    const auto asked = run_json("query", {notes, "start"});
    const auto expected = run_json("query", {database, "start"});
    check_same(asked, expected, {"value", "distance", "moves"});
    const std::string move = expected.at("moves").at(0).at("move");
    const std::string two = move + " " + std::string(expected.at("line").at(1));
    const auto later = run_json("query", {notes, "start", "--moves", two});
    CHECK(later.at("distance") == run_json("query", {database, "start", "--moves", two}).at("distance"));
    const auto unknown =
        run_json("query", {notes, "start", "--moves", two + " " + std::string(expected.at("line").at(2))});
    CHECK(unknown.at("value").is_null());
  }
  // The start is noted with its image on the same squares, whether or not the list has it.
  const std::string notes = directory.file("noted");
  const std::string list = directory.file("list");
  std::ofstream(list) << "5/2w2/1bbw1/5 w\n";
  const auto noted =
      run_json("solve", {"--board", "5x4", "--pieces", "2", "--values", "--exact", "--note", list, "--out", notes});
  check_fields(run_json("check", {notes}), "positions", noted["noted"], "bytes", noted["bytes"]);
  const auto start = run_json("query", {notes, "5/1bb2/2ww1/5 w"});
  const auto image = run_json("query", {notes, "5/1ww2/2bb1/5 w"});
  CHECK(!start.at("value").is_null());
  check_same(image, start, {"value", "distance"});
  // The list does not tell how hard a drawn move is: this depends on positions that are not noted.
  const std::string draws = directory.file("drawn.notes");
  run_well({"solve", "--board", "5x5", "--pieces", "3", "--values", "--exact", "--note-plies", "2", "--out", draws});
  const auto drawn = run_json("query", {draws, "start"});
  CHECK(drawn.at("value") == "draw");
  CHECK(!drawn.contains("hardness_plies"));
  CHECK(drawn == run_json("query", {draws, "start", "--hardness", "0"}));
  // A list with a line that is no position is refused.
  std::ofstream(list) << "1bb1/1bbb/wwww/4 w\n";
  check_refused({"solve", "--board", "4x4", "--pieces", "3", "--values", "--exact", "--note", list, "--out",
                 directory.file("other.notes")},
                2);
  CHECK(run_uisge({"check", notes, "--sha256"}).exit_code == 2);
  const auto bytes = read_bytes(notes);
  write_bytes(directory.file("damaged"), flipped(bytes, bytes.size() - 1));
  check_refused({"check", directory.file("damaged")}, 3);
  for (const char* command : {"info", "verify"}) check_refused({command, notes}, 3, "list of noted positions");
}

// docs/formats/notes.md has the list of this game: the start has no image on the same squares.
TEST_CASE("a list of one noted position is not called a list of positions", "[cli][solve][exact][notes]") {
  const TemporaryDirectory directory;
  const std::string notes = directory.file("x.notes");
  const std::string solved =
      run_well({"solve", "--board", "3x3", "--pieces", "2", "--values", "--exact", "--note-plies", "0", "--out", notes})
          .out;
  CHECK(contains(solved, ", 1 noted position\n"));
  CHECK(contains(run_well({"check", notes}).out, "a list of 1 noted position, intact"));
}

TEST_CASE("a list of noted positions is replaced only with --restart, or by a solve that goes on with its plane",
          "[cli][solve][exact][notes]") {
  const TemporaryDirectory directory;
  const std::string notes = directory.file("x.notes");
  const auto arguments = [&](const std::vector<std::string>& more) {
    return joined({"--board", "4x4", "--pieces", "3", "--values", "--exact", "--note-plies", "6", "--out", notes},
                  more);
  };
  // A plane file remembers the noted positions; a solve with more plies decides more of them.
  const std::vector<std::string> plane{"--plane", directory.file("x.plane")};
  const int few = run_json("solve", arguments(joined(plane, {"--plies", "3"}))).at("noted");
  const int all = run_json("solve", arguments(plane)).at("noted");
  CHECK(few < all);
  const auto list = read_bytes(notes);
  check_refused(joined({"solve"}, arguments({"--plies", "3"})), 2,
                "x.notes: this list is there already; replace it with --restart or choose another file with --out");
  CHECK((read_bytes(notes) == list));
  CHECK(run_json("solve", arguments({"--plies", "3", "--restart"})).at("noted") == few);
  // With --start-only too, the list gets the name that --out gives. docs/results.csv has the distance of 14 plies.
  const std::string early = directory.file("early.notes");
  run_json("solve", {"--board", "4x4", "--pieces", "3", "--values", "--exact", "--note-plies", "2", "--start-only",
                     "--out", early});
  CHECK(run_json("query", {early, "start"}).at("distance") == 14);
}

// Tests `solve --values` as a whole program: its counts and files, what it leaves when it is stopped or killed, and
// what it refuses.
#include <fmt/format.h>

#include "tests/cli/run_program.h"
#include "tests/cli/solved_game.h"

using namespace uisge::test;

namespace {

namespace fs = std::filesystem;

std::vector<std::string> values_of(const std::string& board, int pieces, const std::string& stuck,
                                   const std::vector<std::string>& more) {
  return joined({"--board", board, "--pieces", std::to_string(pieces), "--stuck", stuck, "--values"}, more);
}

std::vector<std::string> solve_line(const std::vector<std::string>& arguments) {
  return joined({"solve"}, arguments);
}

// The solve takes a second and has some twenty tiles. Memory holds all but a few tiles; these few are read from the
// file and written back.
std::vector<std::string> solve_with_little_memory(const std::string& out, const std::string& memory = "22M") {
  return solve_line(values_of("8x2", 5, "loses", {"--threads", "1", "--memory", memory, "--out", out}));
}

ProgramRun run_within(std::size_t kib, const std::vector<std::string>& arguments) {
  return run_in_folder(".", arguments, {}, fmt::format("ulimit -v {}", kib));
}

// The KiB of address space with which the program can start.
std::size_t kib_to_start() {
  std::size_t least = 8 * 1024;
  while (run_within(least, {"--version"}).exit_code != 0 && least < 1024 * 1024) least += 512;
  return least;
}

}  // namespace

TEST_CASE("solve --values counts what solve counts, and diff finds the same value everywhere", "[cli][solve][values]") {
  const TemporaryDirectory directory;
  for (const std::string stuck : {"loses", "wins", "draws", "passes"}) {
    CAPTURE(stuck);
    const std::string distances = directory.file(stuck + ".uisge");
    const std::string values = directory.file(stuck + "-values.uisge");
    const auto expected = run_json(
        "solve", {"--board", "4x3", "--pieces", "2", "--stuck", stuck, "--out", distances, "--diagonal-jumps"});
    const auto found = run_json("solve", values_of("4x3", 2, stuck, {"--out", values, "--diagonal-jumps"}));
    check_same(found, expected, {"live", "won", "lost", "drawn", "canonical"});
    check_fields(found["start"], "value", expected["start"]["value"], "distance", nullptr);
    CHECK(found["distances"] == false);
    check_fields(run_json("diff", {distances, values}), "changed", 0, "other_distance", nullptr);
    run_well({"verify", values});
    CHECK(!fs::exists(values + ".plane"));
    const auto again = run_json("solve", values_of("4x3", 2, stuck, {"--out", values, "--diagonal-jumps"}));
    check_fields(again, "already_solved", true, "won", expected["won"]);
    // A solve begins anew and is stopped. The next solve continues from the plane of the stopped solve.
    const std::string plane = values + ".plane";
    run_json("solve", values_of("4x3", 2, stuck, {"--summary-only", "--plane", plane, "--diagonal-jumps"}));
    REQUIRE(fs::exists(plane));
    const auto rest = run_json("solve", values_of("4x3", 2, stuck, {"--out", values, "--diagonal-jumps"}));
    check_fields(rest, "already_solved", false, "won", expected["won"]);
    CHECK(!fs::exists(plane));
  }
}

TEST_CASE("a values solve with a named plane keeps it, and goes on from it", "[cli][solve][values]") {
  const TemporaryDirectory directory;
  const std::string plane = directory.file("plane");
  const std::vector<std::string> arguments = values_of("4x4", 3, "loses", {"--summary-only", "--plane", plane});
  const auto first = run_json("solve", arguments);
  REQUIRE(fs::exists(plane));
  CHECK(contains(run_well(solve_line(arguments)).err, "going on with what it holds"));
  // The plane of an unfinished solve answers questions, like a checkpoint.
  check_fields(run_json("query", {plane}), "value", first["start"]["value"], "file", plane, "distance", nullptr);
  const auto third = run_json("solve", arguments);
  CHECK(third["won"] == first["won"]);
  CHECK(third["sweeps"].get<int>() < first["sweeps"].get<int>());
  check_refused(solve_line(values_of("4x4", 3, "draws", {"--summary-only", "--plane", plane})), 3,
                "is the plane of 4x4 with 3 pieces a side, loses");
  CHECK(run_json("solve", joined(arguments, {"--restart"}))["sweeps"] == first["sweeps"]);
}

// The starts of the three boards are a win, a loss and a draw. A draw is known only when a sweep has found no further
// win.
TEST_CASE("solve --start-only ends when the start's value is known", "[cli][solve][values]") {
  const TemporaryDirectory directory;
  for (const auto& [board, pieces, value] : {std::tuple{"4x3", 2, "win"}, {"4x4", 3, "loss"}, {"4x4", 4, "draw"}}) {
    CAPTURE(board, pieces);
    const std::string plane = directory.file(board + std::to_string(pieces));
    const auto expected = run_json("solve", {"--board", board, "--pieces", std::to_string(pieces), "--summary-only"});
    CHECK(expected["start"]["value"] == value);
    const auto whole = run_json("solve", values_of(board, pieces, "loses", {"--summary-only"}));
    const auto found = run_json("solve", values_of(board, pieces, "loses", {"--start-only", "--plane", plane}));
    check_fields(found, "start", whole["start"], "file", nullptr);
    const bool is_drawn = expected["start"]["value"] == "draw";
    for (const char* field : {"live", "won", "lost", "drawn", "canonical"}) {
      CHECK(found[field] == (is_drawn ? expected[field] : nlohmann::json()));
    }
    CHECK((found["sweeps"].get<int>() < whole["sweeps"].get<int>()) == !is_drawn);
    const auto rest = run_json("solve", values_of(board, pieces, "loses", {"--summary-only", "--plane", plane}));
    CHECK(rest["won"] == expected["won"]);
    CHECK(rest["sweeps"].get<int>() < whole["sweeps"].get<int>());
  }
  const ProgramRun words = run_uisge(solve_line(values_of("4x4", 3, "loses", {"--start-only"})));
  CHECK(contains(words.out, "start     1b2/1bb1/1ww1/2w1 w: White to move loses"));
  CHECK(!contains(words.out, "positions"));
  const std::string known = directory.file("4x43");
  const ProgramRun again = run_uisge(solve_line(values_of("4x4", 3, "loses", {"--start-only", "--plane", known})));
  CHECK(contains(again.out, ", 1 sweep, "));
}

TEST_CASE("solve --summary-only removes its own plane, and keeps that of --start-only for the rest of the solve",
          "[cli][solve][values][no-asan]") {
  const TemporaryDirectory directory;
  // The plane does not fit into memory.
  const std::vector<std::string> command{"solve", "--values",  "--board", "6x5",      "--pieces",
                                         "4",     "--threads", "1",       "--memory", "25M"};
  const std::string plane = directory.file("6x5-4-loses-values.uisge.plane");
  const std::vector<std::string> summary = joined(command, {"--summary-only"});
  const ProgramRun own = run_in_folder(directory.path(), summary);
  CHECK(own.exit_code == 0);
  CHECK(contains(own.err, "the rest is in 6x5-4-loses-values.uisge.plane"));
  CHECK(!fs::exists(plane));
  const ProgramRun start = run_in_folder(directory.path(), joined(command, {"--start-only"}));
  CHECK(start.exit_code == 0);
  CHECK(contains(start.err, "what is won is kept in 6x5-4-loses-values.uisge.plane"));
  REQUIRE(fs::exists(plane));
  const ProgramRun found = run_in_folder(directory.path(), summary);
  CHECK(found.exit_code == 0);
  CHECK(contains(found.err, "going on with what it holds"));
  CHECK(contains(found.err, "what is won is kept in 6x5-4-loses-values.uisge.plane"));
  REQUIRE(fs::exists(plane));
  const ProgramRun rest = run_in_folder(directory.path(), command);
  CHECK(rest.exit_code == 0);
  CHECK(contains(rest.err, "going on with what it holds"));
  CHECK(fs::exists(directory.file("6x5-4-loses-values.uisge")));
  CHECK(!fs::exists(plane));
}

TEST_CASE("info describes a plane file, and check says whether it is intact", "[cli][info][check][values]") {
  const TemporaryDirectory directory;
  const std::string plane = directory.file("plane");
  run_well(solve_line(values_of("4x4", 3, "passes", {"--summary-only", "--plane", plane})));
  const auto info = run_json("info", {plane});
  check_fields(info, "board", "4x4", "pieces", 3, "stuck", "passes", "complete", false, "bytes", fs::file_size(plane));
  const auto check = run_json("check", {plane});
  check_fields(check, "tiles", info["tiles"], "fresh_tiles", 0);
  CHECK(contains(run_uisge({"info", plane}).out, "4x4 with 3 pieces a side, passes"));
  check_refused({"info", plane, "--histogram"}, 2, "it has no distances for --histogram");
  CHECK(contains(run_uisge({"check", plane}).out, "0 of them not begun, all intact"));
  check_refused({"check", plane, "--sha256"}, 2, "two planes of the same solve may differ");
  // Flips a bit of the only tile, which begins after the header.
  write_bytes(plane, flipped(read_bytes(plane), 4096 + 100));
  check_refused({"check", plane}, 3,
                "1 of 1 tiles are damaged, or being written just now: 0; the next solve begins damaged ones "
                "anew");
}

TEST_CASE("solve --values refuses a database with distances, and one name for two files", "[cli][solve][values][bad]") {
  const SolvedFile solved({3, 3, 2});
  check_refused({"solve", "--values", "--board", "3x3", "--pieces", "2", "--out", solved.path()}, 2,
                "is no values database of");
  const std::string both = solved.file("both");
  check_refused(solve_line(values_of("3x3", 2, "loses", {"--out", both, "--plane", both})), 2,
                "; choose another file with --plane");
  CHECK(!fs::exists(both));
}

TEST_CASE("the refusals of a values solve name a way out", "[cli][solve][values][bad]") {
  const TemporaryDirectory directory;
  // The memory that the message names is enough.
  const std::string tight = check_refused(solve_with_little_memory(directory.file("x"), "9M"), 4);
  const std::size_t give = tight.find("; give --memory ");
  REQUIRE(give != std::string::npos);
  const std::string enough = tight.substr(give + 16, tight.size() - give - 17);
  run_well(solve_with_little_memory(directory.file("x"), enough));

  const std::string plane = directory.file("plane");
  const auto with_plane = solve_line(values_of("3x3", 2, "loses", {"--summary-only", "--plane", plane}));
  run_well(with_plane);
  const ProgramRun limited =
      run_in_folder(".", solve_line(values_of("4x4", 4, "loses", {"--summary-only", "--plane", directory.file("p")})),
                    {}, "ulimit -f 100");
  check_refusal(limited, 4, "this process may make a file, which is 100 KiB; raise that limit (ulimit -f)");
  CHECK(!fs::exists(directory.file("p")));

  for (const std::vector<std::string>& command : {std::vector<std::string>{"find", plane},
                                                  {"verify", plane},
                                                  {"diff", plane, plane},
                                                  {"export", plane, "--csv", directory.file("csv")},
                                                  {"play", "--database", plane}}) {
    check_refused(command, 3, "is the plane of a values solve; the same 'uisge solve --values' makes a database");
  }
}

TEST_CASE("a plane that another solve is writing is refused and left alone", "[cli][solve][values][bad]") {
  const TemporaryDirectory directory;
  const std::string out = directory.file("x.uisge");
  RunningProgram first(UISGE_PROGRAM, solve_with_little_memory(out));
  // The solve locks the plane before it writes to it. So a plane that has grown is locked.
  REQUIRE(grows_beyond(out + ".plane", 0));
  first.send(SIGSTOP);
  check_refused(solve_with_little_memory(out), 4, "another process is writing it; wait until it is done, or stop it");
  first.send(SIGCONT);
  CHECK(first.wait().exit_code == 0);
}

// With sanitizers a plan takes twelve seconds.
TEST_CASE("plan --values prints what a machine would need", "[cli][plan][values][no-asan]") {
  // The plane of the real game has a bit for each of 1,651,470,729,216 positions (docs/rules.md).
  const auto real = run_json("plan", {"--values", "--memory", "32G", "--disk", "512G"});
  check_fields(real, "positions", 1'651'470'729'216, "plane_bytes", 1'651'470'729'216 / 8, "in_memory", false);
  CHECK(real["memory"].get<std::uint64_t>() <= std::uint64_t{32} << 30);
  CHECK(real["bytes_read_per_sweep"].get<std::uint64_t>() > 0);
  CHECK(real["fits_disk"] == true);
  check_fields(run_json("plan", {"--values", "--memory", "900G"}), "in_memory", true, "bytes_read_per_sweep", 0);
  CHECK(run_uisge({"plan", "--values", "--board", "5x4", "--pieces", "4", "--memory", "1M"}).exit_code == 4);
}

TEST_CASE("a values solve that writes a database takes no more memory than it may", "[cli][solve][values][no-asan]") {
  if (is_skipped(UISGE_IS_EMULATED, "the emulator's own memory counts as the program's")) return;
  const TemporaryDirectory directory;
  // The labels of this board's 21 placements have 16-bit codes of 11 MB.
  const auto game = values_of("3x4", 5, "loses", {"--threads", "1"});
  const auto memory = run_json("plan", game)["memory"].get<std::uint64_t>();
  const auto solved =
      run_json("solve", joined(game, {"--memory", std::to_string(memory), "--out", directory.file("x")}));
  CHECK(solved["peak_memory"] <= memory);
}

// A second solve checks the wins that it finds in the file.
TEST_CASE("a values solve that goes on with a plane takes no more memory than planned",
          "[cli][solve][values][no-asan]") {
  if (is_skipped(UISGE_IS_EMULATED, "the emulator's own memory counts as the program's")) return;
  const TemporaryDirectory directory;
  const auto game = values_of("7x2", 6, "draws", {"--threads", "1"});
  const auto memory = run_json("plan", game)["memory"].get<std::uint64_t>();
  const auto solve = joined(game, {"--summary-only", "--plane", directory.file("plane")});
  run_json("solve", solve);
  // The allocator keeps some of the memory that the sweeps have freed.
  CHECK(run_json("solve", solve)["peak_memory"] <= memory + (1 << 20));
}

TEST_CASE("a plane that cannot be begun anew stays as it is", "[cli][solve][values][bad]") {
  const TemporaryDirectory directory;
  const std::string plane = directory.file("p");
  const auto game = values_of("5x4", 4, "loses", {"--threads", "1", "--summary-only", "--plane", plane});
  run_json("solve", game);
  const std::string whole = text_of_file(plane);
  check_refusal(run_in_folder(".", solve_line(joined(game, {"--restart"})), {}, "ulimit -f 1000"), 4,
                "is larger than this process may make a file");
  CHECK((text_of_file(plane) == whole));
}

TEST_CASE("a values solve in too little address space ends in one line", "[cli][solve][values][bad][no-asan]") {
  if (!can_limit_memory()) return;
  const TemporaryDirectory directory;
  const std::size_t least = kib_to_start();
  // TBB asks for a thread whose stack takes 8 MiB of the address space.
  for (std::size_t kib = least; kib <= least + 8 * 1024; kib += 512) {
    const ProgramRun run = run_within(kib, {"solve", "--values", "--board", "7x6", "--pieces", "3", "--threads", "1",
                                            "--out", directory.file("x.uisge")});
    CAPTURE(kib, run.err);
    CHECK(run.exit_code == 4);
    CHECK(is_one_error_line(run.err));
  }
}

TEST_CASE("a solve for which the machine has too little memory does not advise to allow more",
          "[cli][solve][values][exact][bad][no-asan]") {
  if (!can_limit_memory()) return;
  // To plan these solves, the program takes some 12 MiB more than to start. Each solve takes 30 MiB or more.
  const std::size_t kib = kib_to_start() + 22 * 1024;
  for (const std::string kind : {"--summary-only", "--exact"}) {
    for (const std::string memory : {"8M", "1G"}) {
      CAPTURE(kind, memory);
      const auto command = values_of("7x6", 4, "loses", {"--threads", "1", "--memory", memory, kind});
      check_refusal(run_within(kib, solve_line(command)), 4, " MiB can be had; choose a smaller board");
    }
  }
}

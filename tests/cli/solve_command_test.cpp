// Tests `uisge solve` and `uisge plan` as whole programs: which files they leave, and what an interruption costs.
// tests/data/refused-commands.txt has the command lines that must be refused.
#include "tests/cli/run_program.h"
#include "tests/db/forged_file.h"
#include "tests/db/naive_labels.h"

using namespace uisge::test;
using Json = nlohmann::json;

namespace {

const std::vector<std::string> kSolve43{"solve", "--board", "4x3", "--pieces", "2"};

std::vector<std::string> files_in(const std::string& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) names.push_back(entry.path().filename());
  return names;
}

}  // namespace

TEST_CASE("solve names the file after the game unless told otherwise", "[cli][solve]") {
  const TemporaryDirectory directory;
  CHECK(run_in_folder(directory.path(), kSolve43).exit_code == 0);
  CHECK(files_in(directory.path()) == std::vector<std::string>{"4x3-2-loses.uisge"});
  CHECK(run_in_folder(directory.path(), joined(kSolve43, {"--stuck", "passes", "--diagonal-jumps"})).exit_code == 0);
  CHECK(std::filesystem::exists(directory.file("4x3-2-passes-diagonal.uisge")));
}

TEST_CASE("a solved game is not solved again without --restart", "[cli][solve]") {
  const TemporaryDirectory directory;
  const std::string out = directory.file("x.uisge");
  const Json first = run_json("solve", {"--board", "4x3", "--pieces", "2", "--out", out});
  CHECK(first["already_solved"] == false);
  const auto written = std::filesystem::last_write_time(out);
  for (const std::vector<std::string>& more : {std::vector<std::string>{}, {"--resume"}}) {
    const ProgramRun again = run_well(joined(kSolve43, joined({"--out", out, "--json"}, more)));
    CHECK(again.err.empty());
    const Json second = Json::parse(again.out);
    CHECK(second["already_solved"] == true);
    check_same(second, first,
               {"live", "won", "lost", "drawn", "by_distance", "start", "longest_example", "bytes", "cells"});
    CHECK(std::filesystem::last_write_time(out) == written);
  }
  CHECK(contains(run_uisge(joined(kSolve43, {"--out", out})).out, "--restart solves it anew"));
  CHECK(run_json("solve", {"--board", "4x3", "--pieces", "2", "--out", out, "--restart"})["already_solved"] == false);
  CHECK(std::filesystem::last_write_time(out) != written);
  CHECK(run_json("solve", {"--board", "4x3", "--pieces", "2", "--summary-only"})["already_solved"] == false);
}

TEST_CASE("solve without a file counts the same and leaves nothing", "[cli][solve]") {
  const TemporaryDirectory directory;
  const ProgramRun counted = run_in_folder(directory.path(), joined(kSolve43, {"--summary-only", "--json"}));
  CHECK(counted.exit_code == 0);
  CHECK(files_in(directory.path()).empty());
  const Json solved = Json::parse(run_uisge(joined(kSolve43, {"--out", directory.file("x"), "--json"})).out);
  check_same(
      Json::parse(counted.out), solved,
      {"live", "won", "lost", "drawn", "canonical", "by_distance", "start", "longest_distance", "longest_example"});
}

TEST_CASE("an output that cannot be written is exit 4, and a foreign file stays", "[cli][solve][bad]") {
  const TemporaryDirectory directory;
  check_refused(joined(kSolve43, {"--out", directory.file("missing/x.uisge")}), 4, "missing/x.uisge");

  std::ofstream(directory.file("letter.txt")) << "Dear aunt,\n";
  check_refused(joined(kSolve43, {"--out", directory.file("letter.txt")}), 2);
  CHECK(text_of_file(directory.file("letter.txt")) == "Dear aunt,\n");

  check_refused(joined(kSolve43, {"--out", directory.path()}), 2);
}

TEST_CASE("solve says why it cannot use the database that is there, and --restart replaces it", "[cli][solve][bad]") {
  const TemporaryDirectory directory;
  const std::string out = directory.file("x.uisge");
  const auto solve = joined(kSolve43, {"--out", out});
  run_well(solve);
  const Bytes good = read_bytes(out);
  // The version is a u16 at 8 (docs/formats/database.md).
  Bytes newer = good;
  set_number<std::uint16_t>(newer, 8, 999);
  for (const auto& [bytes, reason] : {std::pair{Bytes(good.begin(), good.end() - 1), "cut off"},
                                      {Bytes(good.begin(), good.begin() + 20), "cut off"},
                                      {flipped(good, 30), "damaged"},
                                      {resealed(newer), "use a newer uisge"}}) {
    CAPTURE(bytes.size(), reason);
    write_bytes(out, bytes);
    for (const auto& arguments : {solve, joined(solve, {"--values"})}) {
      const ProgramRun run = run_uisge(arguments);
      check_refusal(run, 3);
      CHECK(contains(run.err, reason));
      CHECK(run.err.ends_with("; replace it with --restart or choose another file with --out\n"));
      CHECK(read_bytes(out) == bytes);
    }
    run_well(joined(solve, {"--restart"}));
    CHECK(read_bytes(out) == good);
  }
  std::ofstream(out) << "Dear aunt,\n";
  check_refused(joined(solve, {"--restart"}), 2, "is no database of 4x3 with 2 pieces a side, loses; choose another");
  CHECK(text_of_file(out) == "Dear aunt,\n");
}

TEST_CASE("a solve with a checkpoint goes on, although the database beside it is damaged", "[cli][solve]") {
  const TemporaryDirectory directory;
  const std::string out = directory.file("x.uisge");
  const std::string golden = std::string(UISGE_TEST_DATA) + "/4x4-2-wins-diagonal";
  write_bytes(out, flipped(read_bytes(golden + ".uisge"), 30));
  std::filesystem::copy_file(golden + ".plies", out + ".plies");
  run_well({"solve", "--board", "4x4", "--pieces", "2", "--stuck", "wins", "--diagonal-jumps", "--out", out});
  CHECK(read_bytes(out) == read_bytes(golden + ".uisge"));
}

TEST_CASE("a first solve with --resume says that it starts from the beginning, and nothing more", "[cli][solve]") {
  const TemporaryDirectory directory;
  const ProgramRun run =
      run_well({"solve", "--board", "4x4", "--pieces", "3", "--resume", "--out", directory.file("x.uisge")});
  CHECK(contains(run.err, "nothing to resume, starting from the beginning\n"));
}

TEST_CASE("a file that cannot grow is exit 4, with no file under the final name", "[cli][solve][bad]") {
  const TemporaryDirectory directory;
  for (const char* blocks : {"1", "4", "16"}) {  // blocks of 512 bytes; the file needs more than 16
    const ProgramRun run =
        run_in_folder(directory.path(), {"solve", "--board", "4x4", "--pieces", "3", "--out", "x.uisge", "--restart"},
                      {}, "ulimit -f " + std::string(blocks));
    CAPTURE(blocks);
    check_refusal(run, 4);
    CHECK(!std::filesystem::exists(directory.file("x.uisge")));
  }
  // Without the limit, the same solve continues and writes the file.
  const ProgramRun resumed =
      run_in_folder(directory.path(), {"solve", "--board", "4x4", "--pieces", "3", "--out", "x.uisge", "--resume"});
  CHECK(resumed.exit_code == 0);
  run_well({"verify", directory.file("x.uisge")});
}

TEST_CASE("memory that runs out is exit 4, with no file under the final name", "[cli][solve][bad][no-asan]") {
  if (!can_limit_memory()) return;
  const TemporaryDirectory directory;
  // The memory is too small, in turn, to start the program, to hold the placements, and to hold the planes.
  for (const auto& [pieces, kib] : {std::pair{"4", "60000"}, std::pair{"5", "120000"}, std::pair{"5", "2000000"}}) {
    const ProgramRun run = run_in_folder(
        directory.path(), {"solve", "--board", "7x6", "--pieces", pieces, "--threads", "1", "--out", "x.uisge"}, {},
        "ulimit -v " + std::string(kib));
    CAPTURE(kib);
    check_refusal(run, 4);
    CHECK(!std::filesystem::exists(directory.file("x.uisge")));
  }
}

// The expected plies come from docs/results.csv. tests/search/prove_test.cpp finds two of these four results by search.
TEST_CASE("the start of four a side on the real board is won in as many plies as the results say",
          "[cli][solve][.slow]") {
  for (const auto& [stuck, plies] :
       {std::pair("loses", 37), std::pair("wins", 49), std::pair("draws", 51), std::pair("passes", 45)}) {
    const Json summary = run_json("solve", {"--board", "7x6", "--pieces", "4", "--stuck", stuck, "--summary-only"});
    CAPTURE(stuck);
    CHECK(summary["live"] == 466'704'000);
    check_fields(summary["start"], "value", "win", "distance", plies);
  }
}

TEST_CASE("plan has the counts of the rules page, and says whether a solve fits", "[cli][plan]") {
  check_fields(run_json("plan", {"--board", "7x6", "--pieces", "4"}), "placements", 7'469, "positions", 133'844'480);
  const Json six = run_json("plan", {});  // the real game
  check_fields(six, "board", "7x6", "pieces", 6, "placements", 436'354, "positions", 1'651'470'729'216);
  CHECK(six["memory"].get<std::uint64_t>() > six["positions"].get<std::uint64_t>() / 4);  // two planes
  CHECK(run_json("plan", {"--pieces", "4", "--memory", "1M"})["fits_memory"] == false);
}

TEST_CASE("solve stores only lost positions on request, and the file gives the same answers", "[cli][solve][lost]") {
  const TemporaryDirectory directory;
  const std::vector<std::string> board{"--board", "4x3", "--pieces", "2", "--stuck", "passes"};
  const auto solved = [&](const std::string& name, const std::string& codec) {
    return run_json("solve", joined(board, {"--out", directory.file(name), "--codec", codec}));
  };
  const auto all = solved("all.uisge", "all");
  const auto lost = solved("lost.uisge", "lost");
  check_same(lost, all, {"live", "won", "lost", "drawn", "canonical", "by_distance", "longest_distance"});
  CHECK(run_json("info", {directory.file("lost.uisge")})["codec"] == 2);
  CHECK(run_json("verify", {directory.file("lost.uisge")})["passed"] == true);
  const auto diff = run_json("diff", {directory.file("all.uisge"), directory.file("lost.uisge")});
  check_fields(diff, "changed", 0, "other_distance", 0);
  // A database of the other codec is not what was asked for. Without --codec either will do.
  for (const auto& [name, codec, other] : {std::tuple{"all.uisge", "all", "lost"}, {"lost.uisge", "lost", "all"}}) {
    CAPTURE(name);
    const std::string file = directory.file(name);
    const auto solve = joined({"solve"}, joined(board, {"--out", file}));
    check_refused(joined(solve, {"--codec", other}), 2,
                  std::string(name) + ": is there already, made with --codec " + codec +
                      "; replace it with --restart or choose another file with --out");
    CHECK(solved(name, codec)["already_solved"] == true);
    CHECK(contains(run_well(solve).out, "It was solved before"));
    run_well(joined(solve, {"--codec", other, "--restart"}));
    CHECK(run_json("info", {file})["codec"] == (std::string(other) == "all" ? 1 : 2));
  }
}

TEST_CASE("plan is about the machine that the options describe, whatever this machine has", "[cli][plan]") {
  const std::vector<std::string> four{"--board", "7x6", "--pieces", "4"};
  const Json large = run_json("plan", joined(four, {"--memory", "900T", "--disk", "800T"}));
  check_fields(large, "memory_available", std::uint64_t{900} << 40, "disk_available", std::uint64_t{800} << 40,
               "fits_memory", true, "fits_disk", true, "fitting_pieces", 4);
  const Json no_disk = run_json("plan", joined(four, {"--memory", "900T", "--disk", "100k"}));
  check_fields(no_disk, "fits_memory", true, "fits_disk", false);
  CHECK(no_disk["fitting_pieces"] < 4);
  // The log is written during the plies and read afterwards; then the database is written.
  const double bytes = large["log_bytes"].get<double>() + large["file_bytes"].get<double>();
  for (const auto& [speed, bytes_per_second] :
       {std::pair("100M", 100.0 * (1 << 20)), std::pair("1T", 1e6 * (1 << 20))}) {
    const Json plan = run_json("plan", joined(four, {"--disk-speed", speed, "--threads", "1"}));
    const double computing = plan["computing_seconds"];
    CHECK(plan["seconds"].get<double>() - computing == Approx(bytes / bytes_per_second).epsilon(0.05));
    CHECK(run_json("plan", joined(four, {"--threads", "7"}))["computing_seconds"] == Approx(computing / 7));
  }
  const double slow = run_json("plan", joined(four, {"--disk-speed", "1M"}))["seconds"];
  CHECK(slow == Approx((bytes + large["log_bytes"].get<double>()) / (1 << 20)));
}

TEST_CASE("plan and solve name the same need, and what fits instead", "[cli][plan][solve][no-asan]") {
  const TemporaryDirectory directory;
  for (const std::vector<std::string>& game : {std::vector<std::string>{"--board", "5x4", "--pieces", "4"},
                                               {"--board", "5x4", "--pieces", "4", "--diagonal-jumps"},
                                               {"--board", "4x4", "--pieces", "5"}}) {
    const std::vector<std::string> one_thread = joined(game, {"--threads", "1"});
    const auto least = run_json("plan", one_thread)["memory_least"].get<std::uint64_t>();
    CAPTURE(game, least);
    const Json tight = run_json("plan", joined(one_thread, {"--memory", std::to_string(least)}));
    check_fields(tight, "fits_memory", true, "memory", least);
    CHECK(run_json("plan", joined(one_thread, {"--memory", std::to_string(least - 1)}))["fits_memory"] == false);
    const std::vector<std::string> solve =
        joined(joined({"solve", "--summary-only"}, one_thread), {"--memory", std::to_string(least)});
    run_well(solve);
    std::vector<std::string> refused = solve;
    refused.back() = std::to_string(least - 1);
    CHECK(run_uisge(refused).exit_code == 4);
  }
  const ProgramRun real = run_uisge({"solve", "--out", directory.file("x.uisge")});
  const ProgramRun planned = run_uisge({"plan", "--disk", "900T"});
  CHECK(real.exit_code == 4);
  // The plan says "memory 386 GiB at least, ...", and the refusal says "... needs 386 GiB, ...".
  const std::size_t at = planned.out.find("memory") + 12;
  const std::string need = planned.out.substr(at, planned.out.find(" at least", at) - at);
  CHECK(contains(real.err, "needs " + need + ","));
  const std::size_t instead = planned.out.find("--pieces ");
  REQUIRE(instead != std::string::npos);
  CHECK(contains(real.err, planned.out.substr(instead, 10) + ", which fits"));
}

// solve --values --exact, end to end: what it prints, when, and what it refuses.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "tests/cli/run_program.h"

using namespace uisge::test;

TEST_CASE("solve --exact prints what solve prints of a board, and the start's distance", "[cli][solve][exact]") {
  for (const std::string stuck : {"loses", "wins", "draws", "passes"}) {
    CAPTURE(stuck);
    const auto exact = run_json("solve", {"--board", "4x4", "--pieces", "3", "--stuck", stuck, "--values", "--exact"});
    const auto plain = run_json("solve", {"--board", "4x4", "--pieces", "3", "--stuck", stuck, "--summary-only"});
    for (const char* field : {"live", "won", "lost", "drawn", "canonical", "longest_distance", "longest_example",
                              "by_distance", "start", "cells", "distances", "already_solved", "bytes", "file"}) {
      CHECK(exact.at(field) == plain.at(field));
    }
    CHECK(exact.at("complete") == true);
    CHECK(exact.at("plane_bytes").get<int>() >= exact.at("window_bytes").get<int>());
  }
  // docs/results.csv has the start's distance.
  const ProgramRun run = run_uisge({"solve", "--board", "4x4", "--pieces", "3", "--values", "--exact"});
  CHECK(run.exit_code == 0);
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
  const ProgramRun run = run_uisge({"solve", "--board", "4x4", "--pieces", "3", "--values", "--exact", "--plies", "6"});
  CHECK(run.exit_code == 0);
  CHECK(run.err.empty());
  CHECK_THAT(run.out, Catch::Contains("no forced result within 6 plies"));
}

TEST_CASE("solve --exact refuses what it cannot do, in one line", "[cli][solve][exact][bad]") {
  const struct {
    std::vector<std::string> more;
    int exit_code;
  } lines[] = {
      {{"--exact"}, 2},
      {{"--values", "--plies", "3"}, 2},
      {{"--values", "--exact", "--out", "x.uisge"}, 2},
      {{"--values", "--exact", "--plane", "x.plane"}, 2},
      {{"--values", "--exact", "--device", "gpu"}, 2},
      {{"--values", "--exact", "--start-only"}, 2},
      {{"--values", "--exact", "--plies", "40000"}, 2},
      {{"--values", "--exact", "--memory", "100K"}, 4},
  };
  for (const auto& [more, exit_code] : lines) {
    std::vector<std::string> arguments{"solve", "--board", "4x4", "--pieces", "3"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    CAPTURE(arguments);
    const ProgramRun run = run_uisge(arguments);
    CHECK(run.exit_code == exit_code);
    CHECK(is_one_error_line(run.err));
    CHECK(run.out.empty());
  }
}

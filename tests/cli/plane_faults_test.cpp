// Tests what a values solve does if the disk refuses calls on the solve's plane.
#include "tests/cli/injected_fault.h"
#include "tests/db/naive_labels.h"

using namespace uisge::test;
using namespace uisge::test::faults;

namespace {

// The plane has some twenty tiles. Memory holds all but a few tiles, so tiles are read and written all the time.
std::vector<std::string> solve_with_few_tiles(const std::string& out) {
  return {"solve", "--values", "--board", "8x2", "--pieces", "5", "--out", out, "--threads", "1", "--memory", "22M"};
}

}  // namespace

TEST_CASE("a disk that fails under a plane in the middle of the sweeps ends the solve in one line and loses no win",
          "[cli][fault][values]") {
  if (!can_trace()) return;
  const TemporaryDirectory directory;
  const std::string out = directory.file("x.uisge");
  const std::string plane = out + ".plane";
  const std::string golden = directory.file("golden.uisge");
  run_well(solve_with_few_tiles(golden));
  struct Fault {
    std::string call;
    std::string error;
    std::string when;  // "4+": from the fourth call of each thread on. Four threads read and write tiles.
    std::string words;
    std::string kept;
  };
  const std::string won = "; what is won is kept in " + plane + ", the same command goes on";
  const std::string saved = "; what was saved before is kept in " + plane;
  const std::vector<Fault> faults{{"fallocate", "ENOSPC", "1", " does not fit, ", ""},
                                  {"pread64", "EIO", "3+", ": reading at byte ", won},
                                  // From some tile on, no tile can be written; the header is written by another thread.
                                  {"pwrite64", "EIO", "4+", " bytes cannot be written after ", saved},
                                  {"pwrite64", "ENOSPC", "9+", " bytes cannot be written after ", saved},
                                  {"pread64", "EIO", "30+", ": reading at byte ", won},
                                  {"fdatasync", "EIO", "1+", ": sync: ", saved}};
  bool has_plane = false;  // whether a solve has left its plane, with which the next one goes on
  for (const Fault& fault : faults) {
    CAPTURE(fault.call, fault.error, fault.when);
    const auto [run, was_injected] =
        run_with_fault(fault.call, "error=" + fault.error, fault.when, solve_with_few_tiles(out), plane);
    CAPTURE(run.err);
    CHECK(was_injected);
    CHECK(run.exit_code == 4);
    CHECK(run.out.empty());
    CHECK((contains(run.err, "going on with what it holds")) == has_plane);
    // A note about the plane's share of memory precedes the error.
    const std::size_t error_line = run.err.find("uisge: " + plane);
    REQUIRE(error_line != std::string::npos);
    CHECK(is_one_error_line(run.err.substr(error_line)));
    CHECK(contains(run.err, fault.words));
    CHECK(contains(run.err, fault.kept));
    CHECK(!std::filesystem::exists(out));
    has_plane = fault.call != "fallocate";
    CHECK(std::filesystem::exists(plane) == has_plane);
  }
  run_well(solve_with_few_tiles(out));
  CHECK((read_bytes(out) == read_bytes(golden)));
  CHECK(!std::filesystem::exists(plane));
}

TEST_CASE("a values solve that is killed again and again ends in the same bytes", "[cli][fault][values][no-asan]") {
  if (!can_trace()) return;
  const TemporaryDirectory directory;
  const std::string golden = directory.file("golden.uisge");
  const std::string out = directory.file("x.uisge");
  run_well(solve_with_few_tiles(golden));
  int kills = 0;
  int gone_on = 0;
  // The solve is killed again and again, each time at a later call that writes to the plane.
  for (int nth = 1;; nth *= 2) {
    CAPTURE(nth);
    const auto [run, was_injected] =
        run_with_fault("pwrite64", "signal=KILL", std::to_string(nth), solve_with_few_tiles(out), out + ".plane");
    if (contains(run.err, "going on with what it holds")) ++gone_on;
    if (!was_injected) break;
    REQUIRE(run.exit_code == 128 + SIGKILL);
    CHECK_FALSE(std::filesystem::exists(out));
    ++kills;
  }
  CAPTURE(kills, gone_on);
  CHECK(kills > 3);
  CHECK(gone_on > 2);
  CHECK((read_bytes(out) == read_bytes(golden)));
  CHECK(!std::filesystem::exists(out + ".plane"));
}

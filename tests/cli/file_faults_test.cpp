// The system refuses or interrupts a solve's calls on its files, or kills the solve at one of these calls. One line
// says what failed, no unfinished file has the final name, and a resumed solve writes the same file as an undisturbed
// one.
#include "tests/cli/golden_solve.h"
#include "tests/cli/injected_fault.h"

using namespace uisge::test;
using namespace uisge::test::faults;

namespace {

// The fault must occur, and must not change the result.
void expect_golden(const Golden& golden, const FaultyRun& faulty) {
  CAPTURE(faulty.run.err);
  CHECK(faulty.was_injected);
  CHECK(faulty.run.exit_code == 0);
  CHECK(golden.is_golden());
}

}  // namespace

TEST_CASE("every write, sync, cut, lock and rename of a solve may fail", "[cli][fault]") {
  if (!can_trace()) return;
  const Golden golden;
  struct Fault {
    std::string call;
    std::string error;
    int least;  // a solve makes at least this many calls of the kind
    int step;
  };
  const std::vector<Fault> faults{{"pwrite64", "ENOSPC", 40, 1}, {"pwrite64", "EIO", 40, 7},
                                  {"pwrite64", "EDQUOT", 40, 9}, {"fdatasync", "EIO", 1, 1},
                                  {"fsync", "EIO", 4, 1},        {"ftruncate", "EIO", 1, 1},
                                  {"flock", "ENOLCK", 2, 1},     {"renameat2", "EACCES", 1, 1},
                                  {"renameat2", "ENOSPC", 1, 1}, {"unlink", "EPERM", 1, 1}};
  for (const Fault& fault : faults) {
    int nth = 1;
    for (;; nth += fault.step) {
      CAPTURE(fault.call, fault.error, nth);
      const auto [run, was_injected] =
          run_with_fault(fault.call, "error=" + fault.error, std::to_string(nth), solve_arguments(golden.out()));
      if (!was_injected) break;
      check_refusal(run, 4, "x.uisge");
      if (fault.call == "fdatasync") CHECK(contains(run.err, "written, perhaps not all of them, to "));
      if (fault.call == "pwrite64") CHECK(has_number_before(run.err, " bytes cannot be written"));
      if (fault.call == "flock" && nth == 1) {  // no empty file stays
        for (const char* const end : {".plies", ".part"}) CHECK(!std::filesystem::exists(golden.out() + end));
      }
      // After the rename the file must be complete.
      if (golden.is_there()) {
        CHECK((fault.call == "fsync" || fault.call == "unlink"));
        CHECK(golden.is_golden());
      }
      golden.resume();
    }
    CHECK(nth > fault.least);
    CHECK(golden.is_golden());
    std::filesystem::remove(golden.out());
  }
}

TEST_CASE("a call that a signal interrupts is made again", "[cli][fault]") {
  if (!can_trace()) return;
  const Golden golden;
  for (const std::string call : {"pwrite64", "fsync", "fdatasync", "flock", "ftruncate"}) {
    CAPTURE(call);
    expect_golden(golden, run_with_fault(call, "error=EINTR", "1", solve_arguments(golden.out())));
    std::filesystem::remove(golden.out());
  }
  for (const std::string file : {".part", ".plies"}) {
    CAPTURE(file);
    expect_golden(golden,
                  run_with_fault("openat", "error=EINTR", "1", solve_arguments(golden.out()), golden.out() + file));
    std::filesystem::remove(golden.out());
  }
}

TEST_CASE("a file system that cannot rename without replacing gets the database by a link", "[cli][fault]") {
  if (!can_trace()) return;
  const Golden golden;
  expect_golden(golden, run_with_fault("renameat2", "error=EINVAL", "1", solve_arguments(golden.out())));
  CHECK(std::filesystem::hard_link_count(golden.out()) == 1);
}

TEST_CASE("a solve that is killed at any of its system calls on files goes on to the golden bytes",
          "[cli][fault][no-asan]") {
  if (!can_trace()) return;
  const Golden golden;
  for (const auto& [call, least] :
       {std::pair{"pwrite64", 40}, std::pair{"fdatasync", 1}, std::pair{"fsync", 4}, std::pair{"ftruncate", 1},
        std::pair{"flock", 2}, std::pair{"renameat2", 1}, std::pair{"unlink", 1}}) {
    int nth = 1;
    for (;; ++nth) {
      CAPTURE(call, nth);
      const auto [run, was_injected] =
          run_with_fault(call, "signal=KILL", std::to_string(nth), solve_arguments(golden.out()));
      if (!was_injected) break;
      CHECK(run.exit_code == 128 + SIGKILL);
      if (golden.is_there()) CHECK(golden.is_golden());
      golden.resume();
    }
    CHECK(nth > least);
    std::filesystem::remove(golden.out());
  }
}

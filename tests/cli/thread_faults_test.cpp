// If the system refuses to start threads, a command continues with the threads that it has, or prints one line and
// ends.
#include "tests/cli/golden_solve.h"
#include "tests/cli/injected_fault.h"

using namespace uisge::test;
using namespace uisge::test::faults;

TEST_CASE("threads that the system refuses cost a warning and nothing else", "[cli][fault]") {
  if (!can_trace()) return;
  const Golden golden;
  const std::string start = "4/bbb1/www1/4 w";
  run_well(solve_arguments(golden.out()));
  const std::string database = golden.out() + ".other";
  std::filesystem::rename(golden.out(), database);
  const std::vector<std::vector<std::string>> commands{
      {"solve", "--board", "4x4", "--pieces", "3", "--threads", "3", "--out", golden.out()},
      {"solve", "--board", "4x4", "--pieces", "3", "--threads", "3", "--summary-only"},
      {"verify", database, "--threads", "3"},
      {"diff", database, database, "--threads", "3"},
      {"perft", start, "--depth", "3", "--threads", "3"},
      {"reach", start, "--threads", "3"},
      {"plan", "--board", "4x4", "--pieces", "3", "--threads", "3"},
      {"search", start, "--plies", "11", "--memory", "1M", "--threads", "3"},
      {"query", database, start, "--search", "2", "--threads", "3"},
      {"show", start},
  };
  for (const auto& arguments : commands) {
    // The system refuses every thread, or the third thread and all later ones.
    for (const std::string when : {"1+", "3+"}) {
      CAPTURE(arguments, when);
      const auto [run, was_injected] = run_with_fault("clone3", "error=EAGAIN", when, arguments);
      CAPTURE(run.err);
      CHECK(run.exit_code == 0);
      CHECK(!run.out.empty());
      const bool has_threads = arguments.front() != "show";
      if (!has_threads) continue;
      CHECK(was_injected);
      // A solve on two threads would start three more: one thread of OpenMP, one of TBB, and one that syncs. The system
      // grants no thread with "1+" and two with "3+". Both are too few, so the program goes on with one thread.
      CHECK(run.err == "uisge: threads: the system grants 1 of 3, going on with 1\n");
    }
    if (golden.is_there()) CHECK(golden.is_golden());
    std::filesystem::remove(golden.out());
  }
}

TEST_CASE("a thread that is refused when a library starts it ends the program in one line", "[cli][fault]") {
  if (!can_trace()) return;
  const Golden golden;
  const std::string start = "4/bbb1/www1/4 w";
  // GrantedThreads starts five threads as a trial. The sixth thread is started by OpenMP or, with perft, by TBB.
  const std::vector<std::vector<std::string>> commands{
      {"solve", "--board", "4x4", "--pieces", "3", "--threads", "3", "--out", golden.out()},
      {"perft", start, "--depth", "6", "--threads", "3"},
  };
  for (const auto& arguments : commands) {
    for (const std::string when : {"6", "6+"}) {
      CAPTURE(arguments, when);
      const auto [run, was_injected] = run_with_fault("clone3", "error=EAGAIN", when, arguments);
      CAPTURE(run.err);
      CHECK(was_injected);
      CHECK(run.exit_code == 4);
      CHECK(is_one_error_line(run.err));
      CHECK(run.err.starts_with("uisge: threads: "));
      CHECK(!golden.is_there());
      golden.resume();
    }
  }
}

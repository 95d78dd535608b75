// Tests that an error on several ranks is reported once, with the exit code that a solve without MPI would have.
#include "tests/cluster/mpirun.h"
#include "tests/db/naive_labels.h"

using namespace uisge::test;

TEST_CASE("an error on several ranks is reported once", "[cluster][mpi][bad]") {
  const TemporaryDirectory directory;
  const struct {
    std::vector<std::string> arguments;
    int code;
    std::string reason;
  } refusals[] = {
      {{"solve", "--board", "4x4", "--pieces", "9"}, 2, "--pieces"},
      {{"solve", "--board", "2x2", "--pieces", "3", "--out", directory.file("x")}, 2, "do not fit"},
      {{"solve", "--board", "4x4", "--pieces", "3", "--out", "/nonexistent/x"}, 4, "/nonexistent"},
      {{"solve", "--board", "7x6", "--pieces", "4", "--memory", "20M", "--out", directory.file("x")}, 4, "memory"},
      {{"solve", "--values", "--board", "4x4", "--pieces", "3", "--out", directory.file("x")},
       2,
       "--values: one process solves values"},
      {{"info", directory.file("missing")}, 4, "missing"},
  };
  for (const auto& [arguments, code, reason] : refusals) {
    CAPTURE(arguments);
    const ProgramRun run = run_ranks(3, arguments);
    CAPTURE(run.err);
    CHECK(run.exit_code == code);
    CHECK(run.out.empty());
    CHECK(occurrences(run.err, "uisge: ") == 1);
    // Before ranks fail, they print how the board was divided. The last line is the error.
    CHECK(contains(last_line(run.err), reason));
    CHECK(is_one_error_line(last_line(run.err)));
  }
  CHECK(std::filesystem::is_empty(directory.path()));
}

TEST_CASE("ranks with different arguments refuse to begin", "[cluster][mpi][bad]") {
  const TemporaryDirectory directory;
  const std::vector<std::string> one =
      mpirun_arguments(1, {"solve", "--board", "4x4", "--pieces", "3", "--out", directory.file("x")});
  const std::vector<std::string> other{":",        "-n", "1",     UISGE_PROGRAM,      "solve", "--board", "4x4",
                                       "--pieces", "2",  "--out", directory.file("x")};
  const ProgramRun run = RunningProgram(UISGE_MPIRUN, joined(one, other), mpirun_options()).wait();
  CHECK(run.exit_code == 2);
  CHECK(is_one_error_line(run.err));
  CHECK(contains(run.err, "same arguments"));
  CHECK(std::filesystem::is_empty(directory.path()));
}

TEST_CASE("a rank that may not begin ends the job with one message", "[cluster][mpi][bad][no-asan]") {
  if (is_skipped(UISGE_IS_EMULATED, "`ulimit -s` does not limit the emulator's stack")) return;
  const TemporaryDirectory directory;
  const std::vector<std::string> solve{"solve", "--board",           "4x4",       "--pieces", "3",
                                       "--out", directory.file("x"), "--threads", "1"};
  const std::string refusal = "uisge: stack: it is limited to 1024 KiB, 4096 are the least, see 'ulimit -s'";
  for (const auto& [first_is_limited, second_is_limited] : {std::pair{true, true}, {true, false}, {false, true}}) {
    CAPTURE(first_is_limited, second_is_limited);
    const auto rank = [&](bool is_limited) {
      std::vector<std::string> words{"-n", "1"};
      if (is_limited) words.insert(words.end(), {"/bin/sh", "-c", "ulimit -s 1024; exec \"$0\" \"$@\""});
      words.emplace_back(UISGE_PROGRAM);
      return joined(words, solve);
    };
    std::vector<std::string> words = mpirun_arguments(1, {});
    words.erase(std::find(words.begin(), words.end(), "-n"), words.end());
    words = joined(words, joined(rank(first_is_limited), joined({":"}, rank(second_is_limited))));
    const ProgramRun run = RunningProgram(UISGE_MPIRUN, words, mpirun_options()).wait();
    CAPTURE(run.err);
    CHECK(run.exit_code == 4);
    CHECK(run.out.empty());
    CHECK(is_one_error_line(run.err));
    CHECK(run.err.starts_with(refusal));
    CHECK(contains(run.err, "(rank 1, ") == !first_is_limited);
    CHECK(std::filesystem::is_empty(directory.path()));
  }
}

TEST_CASE("other commands run once", "[cluster][mpi]") {
  const ProgramRun alone = run_uisge({"plan", "--board", "4x4", "--pieces", "3", "--threads", "1"});
  const ProgramRun together = run_ranks(3, {"plan", "--board", "4x4", "--pieces", "3", "--threads", "1"});
  CHECK(together.exit_code == 0);
  CHECK(occurrences(together.out, "placements") == occurrences(alone.out, "placements"));
}

TEST_CASE("a checkpoint that cannot grow ends the job with one message and goes on later", "[cluster][mpi][bad]") {
  const TemporaryDirectory directory;
  const std::vector<std::string> solve{"solve", "--board", "5x4", "--pieces", "4", "--out"};
  const auto with = [&](const std::vector<std::string>& more) { return joined(solve, more); };
  run_well(with({directory.file("golden")}));
  // The limit of file sizes must hold for the ranks, but not for mpirun. The limit would also hit the files of the
  // ranks' shared memory, so the ranks communicate by TCP.
  std::vector<std::string> words = mpirun_arguments(3, with({directory.file("x")}));
  const auto program = std::find(words.begin(), words.end(), UISGE_PROGRAM);
  const std::vector<std::string> limited{"/bin/sh", "-c", "ulimit -f 200; exec \"$0\" \"$@\""};
  words.insert(program, limited.begin(), limited.end());
  RunOptions options = mpirun_options("self,tcp");
  options.environment.emplace_back("PMIX_MCA_gds=hash");
  const ProgramRun run = RunningProgram(UISGE_MPIRUN, words, options).wait();
  CAPTURE(run.err);
  CHECK(run.exit_code == 4);
  CHECK(occurrences(run.err, "uisge: ") == 1);
  CHECK(contains(last_line(run.err), "--resume"));
  REQUIRE(run_ranks(2, with({directory.file("x"), "--resume"})).exit_code == 0);
  CHECK((read_bytes(directory.file("x")) == read_bytes(directory.file("golden"))));
}

TEST_CASE("a first rank that cannot print what was solved before ends the job", "[cluster][mpi][bad]") {
  const TemporaryDirectory directory;
  // The text is longer than the buffer of standard output.
  const std::vector<std::string> solve{"solve",   "--board", "4x4",    "--pieces", "4",
                                       "--stuck", "passes",  "--json", "--out",    directory.file("x")};
  run_well(solve);
  std::vector<std::string> words = mpirun_arguments(2, solve);
  const std::vector<std::string> full{"/bin/sh", "-c", "exec \"$0\" \"$@\" >/dev/full"};
  words.insert(std::find(words.begin(), words.end(), UISGE_PROGRAM), full.begin(), full.end());
  const ProgramRun run = RunningProgram(UISGE_MPIRUN, words, mpirun_options()).wait();
  CAPTURE(run.err);
  CHECK(run.exit_code == 4);
  CHECK(occurrences(run.err, "uisge: ") == 1);
}

TEST_CASE("a rank that lacks memory or a thread ends the job with one message", "[cluster][mpi][bad][no-asan]") {
  // The first call receives the division of the board, the second call what another rank has decided.
  const struct {
    std::string call;
    bool lacks_thread;
    std::string message;
  } refusals[] = {
      {"MPI_Ibcast", false, "uisge: memory: not enough for this, see --memory and 'uisge plan --help'\n"},
      {"MPI_Improbe", false, "uisge: memory: not enough for this, see --memory and 'uisge plan --help'\n"},
      {"MPI_Ibcast", true, "uisge: system: Resource temporarily unavailable\n"},
      {"MPI_Improbe", true, "uisge: system: Resource temporarily unavailable\n"},
  };
  for (const auto& [call, lacks_thread, message] : refusals) {
    CAPTURE(call, lacks_thread);
    std::vector<std::string> words =
        mpirun_arguments(2, {"solve", "--board", "5x4", "--pieces", "4", "--summary-only"});
    std::vector<std::string> refused{"-x", std::string("LD_PRELOAD=") + UISGE_REFUSED_AFTER_CALL, "-x",
                                     "UISGE_REFUSED_AFTER=" + call};
    if (lacks_thread) refused.insert(refused.end(), {"-x", "UISGE_REFUSED_AS_THREAD=1"});
    words.insert(std::find(words.begin(), words.end(), UISGE_PROGRAM), refused.begin(), refused.end());
    const ProgramRun run = RunningProgram(UISGE_MPIRUN, words, mpirun_options()).wait();
    CAPTURE(run.err);
    CHECK(run.exit_code == 4);
    CHECK(run.out.empty());
    CHECK(occurrences(run.err, "uisge: ") == 1);
    CHECK(contains(run.err, message));
  }
}

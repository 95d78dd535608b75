// If a rank is killed, the job ends, and the solve can continue.
#include "tests/cluster/mpirun.h"
#include "tests/db/naive_labels.h"

using namespace uisge::test;

TEST_CASE("a job of which one rank gets a signal keeps its plies, and names the signal", "[cluster][mpi]") {
  const TemporaryDirectory directory;
  const std::vector<std::string> solve{"solve", "--board", "5x4", "--pieces", "4", "--out", directory.file("x")};
  const std::string log = directory.file("x.plies");
  for (const std::size_t rank : {std::size_t{0}, std::size_t{1}}) {
    CAPTURE(rank);
    RunningProgram mpirun(UISGE_MPIRUN, mpirun_arguments(2, solve), mpirun_options());
    // The file has more than the checkpoint's header: a ply is under way.
    REQUIRE(grows_beyond(log, 100));
    const auto ids = ranks_of(mpirun);
    REQUIRE(ids.size() == 2);
    kill(ids[rank], SIGTERM);
    const ProgramRun run = mpirun.wait();
    CAPTURE(run.err);
    CHECK(run.exit_code == 128 + SIGTERM);
    CHECK(contains(run.err, "kept in " + log + ", go on with --resume"));
    CHECK(!std::filesystem::exists(directory.file("x")));
    std::filesystem::remove(log);
  }
}

TEST_CASE("jobs of which a rank is killed at random all end in the golden bytes", "[cluster][mpi][.slow]") {
  constexpr int kRounds = 12;  // a round takes three seconds
  const TemporaryDirectory directory;
  const auto arguments = [&](const std::string& name) {
    return std::vector<std::string>{"solve", "--board",  "5x4",   "--pieces",
                                    "4",     "--resume", "--out", directory.file(name)};
  };
  const auto begin = std::chrono::steady_clock::now();
  REQUIRE(run_ranks(3, arguments("golden")).exit_code == 0);
  const auto whole = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - begin);
  const uisge::Bytes golden = read_bytes(directory.file("golden"));
  std::mt19937 random(1983);
  std::uniform_int_distribution<int> wait(0, static_cast<int>(whole.count()));
  std::uniform_int_distribution<int> any(0, 1 << 20);
  int killed = 0;
  int resumed = 0;
  for (int round = 0; round < kRounds; ++round) {
    CAPTURE(round);
    const int ranks = 2 + any(random) % 3;
    RunningProgram mpirun(UISGE_MPIRUN, mpirun_arguments(ranks, arguments("x")), mpirun_options());
    std::this_thread::sleep_for(std::chrono::milliseconds(wait(random)));
    const auto ids = ranks_of(mpirun);
    if (!ids.empty()) kill(ids[static_cast<std::size_t>(any(random)) % ids.size()], SIGKILL);
    const ProgramRun run = wait_for_killed_job(mpirun);
    if (run.exit_code != 0) {
      CAPTURE(run.err);
      CHECK(run.exit_code == 128 + SIGKILL);
      ++killed;
    }
    // The solve continues with another number of ranks, one time in four without MPI.
    const int others = any(random) % 4;
    const ProgramRun second = others == 0 ? run_uisge(arguments("x")) : run_ranks(others + 1, arguments("x"));
    CAPTURE(second.err);
    REQUIRE(second.exit_code == 0);
    if (contains(second.err, "resuming after")) ++resumed;
    REQUIRE((read_bytes(directory.file("x")) == golden));
    std::filesystem::remove(directory.file("x"));
  }
  CAPTURE(killed, resumed);
  CHECK(killed >= 2);
  CHECK(resumed >= 1);
}

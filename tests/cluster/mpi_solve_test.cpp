// A solve on several ranks writes the same file as a solve in one process, for any number of ranks. This also holds for
// a solve that a signal stops, and that is resumed with another number of ranks or in one process.
#include <nlohmann/json.hpp>

#include "solver/checkpoint/ply_log_reader.h"
#include "tests/cli/solved_game.h"
#include "tests/cluster/mpirun.h"
#include "tests/db/naive_labels.h"

using namespace uisge;
using namespace uisge::test;
using Json = nlohmann::json;

namespace {

std::vector<std::string> solve_arguments(const oracle::Game& game, const std::vector<std::string>& more) {
  return joined(joined({"solve"}, game_options(game)), more);
}

// Each number of ranks must write the file that one process writes.
void check_same_bytes(const oracle::Game& game, const std::vector<int>& ranks) {
  CAPTURE(game_options(game));
  const TemporaryDirectory directory;
  run_well(solve_arguments(game, {"--out", directory.file("golden")}));
  const Bytes golden = read_bytes(directory.file("golden"));
  for (const int count : ranks) {
    CAPTURE(count);
    const std::string path = directory.file(std::to_string(count));
    const ProgramRun run = run_ranks(count, solve_arguments(game, {"--out", path}));
    CAPTURE(run.err);
    REQUIRE(run.exit_code == 0);
    CHECK((read_bytes(path) == golden));
    CHECK(!std::filesystem::exists(path + ".plies"));
  }
}

// Makes a checkpoint of some plies: a signal to one of the ranks stops the solve.
void leave_checkpoint(const oracle::Game& game, const std::string& path, int ranks) {
  RunningProgram mpirun(UISGE_MPIRUN, mpirun_arguments(ranks, solve_arguments(game, {"--out", path, "--restart"})),
                        mpirun_options());
  REQUIRE(becomes_true([&] {
    const auto log = PlyLogReader::open(path + ".plies");
    return log && log->plies().size() > 1;
  }));
  const auto ids = ranks_of(mpirun);
  REQUIRE(ids.size() == static_cast<std::size_t>(ranks));
  kill(ids.back(), SIGTERM);
  const ProgramRun run = mpirun.wait();
  CAPTURE(run.err);
  // The exit code is that of the rank that ended first: the rank that got the signal, or a rank that was told to stop.
  CHECK(run.exit_code == 128 + SIGTERM);
  CHECK(contains(run.err, "are kept in"));
  REQUIRE(std::filesystem::exists(path + ".plies"));
}

}  // namespace

TEST_CASE("two ranks write the bytes of one process, under every rule set", "[cluster][mpi]") {
  for (const oracle::Game& game : all_rules(4, 4, 3)) check_same_bytes(game, {2});
}

TEST_CASE("any number of ranks writes the same bytes", "[cluster][mpi]") {
  check_same_bytes({5, 4, 3, oracle::Stuck::kWins}, {1, 2, 3, 5});
}

TEST_CASE("any number of ranks writes the same bytes, under every rule set", "[cluster][mpi][.slow]") {
  for (const oracle::Game& game : all_rules(4, 4, 3)) check_same_bytes(game, {1, 2, 3, 5});
  for (const oracle::Game& game : all_rules(5, 4, 4)) check_same_bytes(game, {2, 5});
}

TEST_CASE("any number of ranks writes the same bytes for the real board with four a side", "[cluster][mpi][.slow]") {
  check_same_bytes({7, 6, 4}, {2, 5});
}

TEST_CASE("a solve that is stopped goes on with another number of ranks, or alone", "[cluster][mpi][.slow]") {
  const TemporaryDirectory directory;
  const oracle::Game game{5, 5, 4};
  run_well(solve_arguments(game, {"--out", directory.file("golden")}));
  const Bytes golden = read_bytes(directory.file("golden"));
  const std::string path = directory.file("x");
  const std::string log = path + ".plies";
  leave_checkpoint(game, path, 3);
  const Bytes checkpoint = read_bytes(log);
  for (const int ranks : {1, 2, 5}) {
    CAPTURE(ranks);
    write_bytes(log, checkpoint);
    const ProgramRun run = run_ranks(ranks, solve_arguments(game, {"--out", path, "--resume"}));
    CAPTURE(run.err);
    CHECK(run.exit_code == 0);
    CHECK(contains(run.err, "resuming after ply"));
    CHECK((read_bytes(path) == golden));
    std::filesystem::remove(path);
  }
  write_bytes(log, checkpoint);
  run_well(solve_arguments(game, {"--out", path, "--resume"}));
  CHECK((read_bytes(path) == golden));
  std::filesystem::remove(path);

  // After damage in the middle, all ranks go back to the ply before the damage.
  Bytes damaged = checkpoint;
  damaged[damaged.size() / 2] ^= std::byte{1};
  write_bytes(log, damaged);
  const ProgramRun run = run_ranks(2, solve_arguments(game, {"--out", path, "--resume"}));
  CAPTURE(run.err);
  CHECK(run.exit_code == 0);
  CHECK((read_bytes(path) == golden));
}

TEST_CASE("ranks without a file count what one process counts", "[cluster][mpi]") {
  const oracle::Game game{5, 4, 3, oracle::Stuck::kDraws, true};
  const Json alone = Json::parse(run_uisge(solve_arguments(game, {"--summary-only", "--json"})).out);
  for (const int ranks : {2, 4}) {
    const Json together = Json::parse(run_ranks(ranks, solve_arguments(game, {"--summary-only", "--json"})).out);
    check_same(
        together, alone,
        {"live", "won", "lost", "drawn", "canonical", "by_distance", "start", "longest_distance", "longest_example"});
  }
}

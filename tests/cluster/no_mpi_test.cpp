// A build without MPI refuses to run if a launcher such as mpirun starts it several times. A build without METIS gives
// each rank a run of consecutive chunks.
#include "solver/cluster/cluster.h"
#include "solver/cluster/launcher.h"
#include "solver/cluster/ownership.h"
#include "solver/retrograde/retrograde.h"
#include "tests/test.h"

using namespace uisge;

namespace {

using Variables = std::vector<std::pair<const char*, const char*>>;

// Sets environment variables while the object lives. First unsets the variables by which launchers number their
// processes.
class Environment {
 public:
  explicit Environment(Variables variables) : variables_(std::move(variables)) {
    for (const char* const name : {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK"}) unsetenv(name);
    for (const auto& [name, value] : variables_) setenv(name, value, 1);
  }
  ~Environment() {
    for (const auto& [name, value] : variables_) unsetenv(name);
  }
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;

 private:
  Variables variables_;
};

std::string refusal() {
  const auto team = join_team(0, nullptr, nullptr);
  return team ? (*team == nullptr ? "alone" : "in a team") : team.error().message;
}

}  // namespace

TEST_CASE("without MPI, ranks of a launcher are refused, and a process without a launcher is not", "[cluster]") {
  const std::vector<std::pair<Variables, std::string>> cases{
      {{}, "alone"},
      {{{"OMPI_COMM_WORLD_RANK", "3"}, {"OMPI_COMM_WORLD_SIZE", "32"}, {"PMIX_RANK", "3"}},
       "mpi: Open MPI's mpirun has started 32 processes"},
      {{{"PMI_RANK", "0"}, {"PMI_SIZE", "2"}}, "mpi: an MPI launcher (PMI) has started 2 processes"},
      {{{"PMIX_RANK", "0"}, {"SLURM_STEP_NUM_TASKS", "8"}}, "mpi: an MPI launcher (PMIx) has started 8 processes"},
      {{{"PMIX_RANK", "0"}}, "mpi: an MPI launcher (PMIx) has started several processes"},
      {{{"OMPI_COMM_WORLD_RANK", "0"}, {"OMPI_COMM_WORLD_SIZE", "1"}}, "alone"},
      // a batch step that does not use MPI
      {{{"SLURM_STEP_NUM_TASKS", "8"}, {"SLURM_PROCID", "0"}}, "alone"}};
  for (const auto& [variables, begin] : cases) {
    const Environment environment(variables);
    CHECK_THAT(refusal(), Catch::StartsWith(begin));
  }
}

TEST_CASE("without METIS the board is divided into runs of equal work", "[cluster][plan]") {
  const PlacementTable table = PlacementTable::build({6, 5}, 4, false);
  for (const int ranks : {1, 3, 8}) {
    const auto owners = Ownership::partition(table, 4, ranks);
    REQUIRE(owners);
    CHECK(std::is_sorted(owners->begin(), owners->end()));
    const Ownership ownership(table, 4, ranks, *owners);
    CHECK(imbalance(ownership.loads()) < 1.1);
    for (const RankLoad& load : ownership.loads()) CHECK(load.chunks > 0);
  }
  const auto plan = plan_team({{6, 5}, 4, {}}, 2, 4);
  REQUIRE(plan);
  CHECK(plan->largest.plane_bytes < make_plan({{6, 5}, 4, {}}, 2).plane_bytes);
  CHECK(plan->message_bytes > 0);
}

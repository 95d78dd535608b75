// The functions of cluster.h in a build without MPI.
#include <fmt/format.h>

#include "solver/cluster/cluster.h"
#include "solver/cluster/launcher.h"

namespace uisge {

// Refuses to run as one of several processes, since each process would solve the whole board and write the same file.
Result<std::unique_ptr<SolveTeam>> join_team(int /*argc*/, char** /*argv*/, ReportFailure /*report*/) {
  const auto launch = mpi_launch();
  if (!launch || launch->ranks == 1) return nullptr;
  return usage_error(
      fmt::format("mpi: {} has started {} processes, and this program was built without MPI; install MPI and METIS and "
                  "build it again, or start it alone",
                  launch->launcher, launch->ranks ? fmt::format("{}", *launch->ranks) : "several"));
}

void unmute_standard_error() {}

}  // namespace uisge

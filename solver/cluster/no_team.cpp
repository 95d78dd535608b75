// What the room has in a build without MPI.
#include "solver/cluster/cluster.h"

namespace uisge {

Result<std::unique_ptr<SolveTeam>> join_team(int /*argc*/, char** /*argv*/) {
  return nullptr;
}

Result<TeamPlan> plan_team(const DatabaseIdentity& /*identity*/, int /*threads*/, int /*ranks*/) {
  return usage_error("--ranks: this program was built without MPI; install MPI and METIS and build it again");
}

}  // namespace uisge

// What the room has in a build without MPI.
#include "solver/cluster/cluster.h"

namespace uisge {

Result<std::unique_ptr<SolveTeam>> join_team(int /*argc*/, char** /*argv*/) {
  return nullptr;
}

}  // namespace uisge

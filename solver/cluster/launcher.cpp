#include "solver/cluster/launcher.h"

#include <array>
#include <cstdlib>

#include "core/whole_number.h"

namespace uisge {

namespace {

// A launcher, and the environment variables in which it tells a process its rank and the number of ranks.
struct Launcher {
  const char* rank;
  const char* ranks;
  const char* name;
};
// Ranks of Open MPI have the environment variables of PMIx as well, so Open MPI's own variables are tested first.
constexpr std::array<Launcher, 3> kLaunchers{{
    {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "Open MPI's mpirun"},
    {"PMI_RANK", "PMI_SIZE", "an MPI launcher (PMI)"},
    {"PMIX_RANK", "SLURM_STEP_NUM_TASKS", "an MPI launcher (PMIx)"},
}};

std::optional<std::uint64_t> number(const char* variable) {
  const char* const text = std::getenv(variable);
  return text == nullptr ? std::nullopt : whole_number(text);
}

}  // namespace

std::optional<Launch> mpi_launch() {
  for (const Launcher& launcher : kLaunchers) {
    if (std::getenv(launcher.rank) != nullptr) return Launch{launcher.name, number(launcher.ranks)};
  }
  return std::nullopt;
}

}  // namespace uisge

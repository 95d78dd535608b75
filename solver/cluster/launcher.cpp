#include "solver/cluster/launcher.h"

#include <array>
#include <charconv>
#include <cstdlib>
#include <string_view>

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

std::optional<int> number(const char* variable) {
  const char* const text = std::getenv(variable);
  if (text == nullptr) return std::nullopt;
  const std::string_view digits(text);
  int value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return error == std::errc{} && end == digits.data() + digits.size() ? std::optional(value) : std::nullopt;
}

}  // namespace

std::optional<Launch> mpi_launch() {
  for (const Launcher& launcher : kLaunchers) {
    if (std::getenv(launcher.rank) != nullptr) return Launch{launcher.name, number(launcher.ranks)};
  }
  return std::nullopt;
}

}  // namespace uisge

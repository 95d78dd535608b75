#include "solver/cluster/launcher.h"

#include <array>
#include <charconv>
#include <cstdlib>
#include <string_view>

namespace uisge {

namespace {

struct Sign {
  const char* rank;
  const char* ranks;
  const char* launcher;
};
// Ranks of Open MPI have PMIx's variables as well, so Open MPI's own variables are tested first.
constexpr std::array<Sign, 3> kSigns{{
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
  for (const Sign& sign : kSigns) {
    if (std::getenv(sign.rank) != nullptr) return Launch{sign.launcher, number(sign.ranks)};
  }
  return std::nullopt;
}

}  // namespace uisge

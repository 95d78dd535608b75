// Finds out from the environment whether an MPI launcher has started this process. Needs no MPI.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace uisge {

struct Launch {
  std::string launcher;                // "Open MPI's mpirun"
  std::optional<std::uint64_t> ranks;  // the number of started processes, if known
};

// Recognises Open MPI's mpirun, srun with PMIx, and launchers with PMI (MPICH, Intel MPI, Slurm).
std::optional<Launch> mpi_launch();

}  // namespace uisge

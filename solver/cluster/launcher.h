// Whether an MPI launcher has started this process, as its environment tells it. Needs no MPI.
#pragma once

#include <optional>
#include <string>

namespace uisge {

struct Launch {
  std::string launcher;      // "Open MPI's mpirun"
  std::optional<int> ranks;  // how many processes it has started, if it says
};

// Knows Open MPI's mpirun, srun with PMIx, and what speaks PMI (MPICH, Intel MPI, Slurm).
std::optional<Launch> mpi_launch();

}  // namespace uisge

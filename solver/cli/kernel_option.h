// --kernel, for tests and measurements: which instruction set the bit-matrix kernels use.
#pragma once

#include "solver/cli/options.h"
#include "solver/kernel/kernel.h"

namespace uisge::cli {

// The best that this machine has unless given; one that it lacks is refused by name.
void add_kernel_option(CLI::App& command, InstructionSet& kernel);

}  // namespace uisge::cli

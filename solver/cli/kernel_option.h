// --kernel, for tests and measurements: which instruction set is used by code that is compiled for several.
#pragma once

#include "core/instruction_set.h"
#include "solver/cli/options.h"

namespace uisge::cli {

// The best that this machine has unless given; one that it lacks is refused by name.
void add_kernel_option(CLI::App& command, InstructionSet& kernel);

}  // namespace uisge::cli

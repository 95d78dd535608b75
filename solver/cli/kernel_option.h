// --kernel, for tests and measurements: chooses among the instruction sets for which code is compiled.
#pragma once

#include "core/instruction_set.h"
#include "solver/cli/options.h"

namespace uisge::cli {

// The default is this machine's best instruction set. An instruction set that this machine lacks is refused.
void add_kernel_option(CLI::App& command, InstructionSet& kernel);

}  // namespace uisge::cli

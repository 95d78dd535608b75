// The table of the subcommands, in the order of `uisge --help`. Each is a file of its own, named after it.
#pragma once

#include <vector>

#include "solver/cli/program.h"

namespace uisge::cli {

using AddCommand = void (*)(Program&);

inline const std::vector<AddCommand> kCommands{};

}  // namespace uisge::cli

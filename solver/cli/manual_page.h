// Manual pages for man(1), one for the program and one for each command, written in the man(7) macros.
#pragma once

#include <string>

#include "solver/cli/manual.h"

namespace uisge::cli {

std::string manual_page(const Manual& manual);                                // uisge.1
std::string manual_page(const Manual& manual, const ManualCommand& command);  // uisge-COMMAND.1

}  // namespace uisge::cli

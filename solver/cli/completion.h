// Completions of command lines for bash, zsh and fish: commands, options, the words of options that have some, files.
//
// What the shells know is fixed when the program is built: no key press starts it.
#pragma once

#include <string>

#include "solver/cli/manual.h"

namespace uisge::cli {

std::string bash_completion(const Manual& manual);
std::string zsh_completion(const Manual& manual);
std::string fish_completion(const Manual& manual);

}  // namespace uisge::cli

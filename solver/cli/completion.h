// Completions of command lines for bash, zsh and fish: commands, options, the words that an option takes, and files.
//
// The completions are made when the program is built, so a shell completes a command line without starting the program.
#pragma once

#include <string>

#include "solver/cli/manual.h"

namespace uisge::cli {

std::string bash_completion(const Manual& manual);
std::string zsh_completion(const Manual& manual);
std::string fish_completion(const Manual& manual);

}  // namespace uisge::cli

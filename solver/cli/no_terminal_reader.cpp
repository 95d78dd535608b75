// Reads lines from a terminal in builds without libedit: the user cannot edit them.
#include "solver/cli/prompt_reader.h"

namespace uisge::cli {

std::unique_ptr<PromptReader> make_terminal_reader() {
  return nullptr;
}

}  // namespace uisge::cli

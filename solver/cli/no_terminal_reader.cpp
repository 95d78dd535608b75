// Builds without libedit have no reader with line editing. Their input from a terminal is read like any other input.
#include "solver/cli/prompt_reader.h"

namespace uisge::cli {

std::unique_ptr<PromptReader> make_terminal_reader() {
  return nullptr;
}

}  // namespace uisge::cli

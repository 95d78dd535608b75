// For builds without libedit: lines of a terminal are read without editing.
#include "solver/cli/prompt_reader.h"

namespace uisge::cli {

std::unique_ptr<PromptReader> make_terminal_reader() {
  return nullptr;
}

}  // namespace uisge::cli

// A build without libedit: terminals are read as they are.
#include "solver/cli/prompt_reader.h"

namespace uisge::cli {

std::unique_ptr<PromptReader> make_terminal_reader() {
  return nullptr;
}

}  // namespace uisge::cli

// A build without libedit: terminals are read as they are.
#include "solver/cli/line_reader.h"

namespace uisge::cli {

std::unique_ptr<LineReader> make_terminal_reader() {
  return nullptr;
}

}  // namespace uisge::cli

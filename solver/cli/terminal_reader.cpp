// Reads lines of a terminal with line editing by libedit.
#include <editline/readline.h>

#include <clocale>
#include <cstdlib>

#include "solver/cli/prompt_reader.h"

namespace uisge::cli {

namespace {

constexpr int kMostRemembered = 1000;

class TerminalReader final : public PromptReader {
 public:
  TerminalReader() {
    // Without the user's locale libedit drops all characters beyond ASCII. LC_CTYPE does not change how numbers are
    // read and written.
    std::setlocale(LC_CTYPE, "");
    using_history();
    stifle_history(kMostRemembered);
  }

  Result<std::optional<std::string>> read(Output& output, const std::string& prompt) override {
    output.flush();
    const std::unique_ptr<char, decltype(&std::free)> line(readline(prompt.c_str()), std::free);
    if (!line) {
      output.write("\n");
      return std::nullopt;
    }
    if (*line != '\0') add_history(line.get());
    return std::string(line.get());
  }
};

}  // namespace

std::unique_ptr<PromptReader> make_terminal_reader() {
  return std::make_unique<TerminalReader>();
}

}  // namespace uisge::cli

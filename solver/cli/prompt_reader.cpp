#include "solver/cli/prompt_reader.h"

#include <unistd.h>

#include "db/line_reader.h"

namespace uisge::cli {

namespace {

class PlainReader final : public PromptReader {
 public:
  Result<std::optional<std::string>> read(Output& output, const std::string& prompt) override {
    output.write(prompt);
    output.flush();
    const auto line = lines_.next();
    if (!line || !*line) output.write("\n");
    if (!line) return tl::unexpected(line.error());
    if (!*line) return std::nullopt;
    return std::string(**line);
  }

 private:
  LineReader lines_{STDIN_FILENO, "standard input"};
};

}  // namespace

std::unique_ptr<PromptReader> make_plain_reader() {
  return std::make_unique<PlainReader>();
}

std::unique_ptr<PromptReader> make_prompt_reader() {
  const bool is_terminal = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1;
  auto reader = is_terminal ? make_terminal_reader() : nullptr;
  return reader ? std::move(reader) : make_plain_reader();
}

}  // namespace uisge::cli

#include "solver/cli/line_reader.h"

#include <unistd.h>

#include <iostream>

namespace uisge::cli {

namespace {

class PlainReader final : public LineReader {
 public:
  explicit PlainReader(std::istream& input) : input_(input) {}

  std::optional<std::string> read(Output& output, const std::string& prompt) override {
    output.write(prompt);
    output.flush();
    std::string line;
    if (std::getline(input_, line)) return line;
    output.write("\n");
    return std::nullopt;
  }

 private:
  std::istream& input_;
};

}  // namespace

std::unique_ptr<LineReader> make_plain_reader(std::istream& input) {
  return std::make_unique<PlainReader>(input);
}

std::unique_ptr<LineReader> make_line_reader() {
  const bool is_terminal = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1;
  auto reader = is_terminal ? make_terminal_reader() : nullptr;
  return reader ? std::move(reader) : make_plain_reader(std::cin);
}

}  // namespace uisge::cli

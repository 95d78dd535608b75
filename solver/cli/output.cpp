#include "solver/cli/output.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>

namespace uisge::cli {

namespace {

bool terminal_takes_color() {
  const char* const no_color = std::getenv("NO_COLOR");
  const char* const term = std::getenv("TERM");
  return isatty(STDOUT_FILENO) == 1 && (no_color == nullptr || *no_color == '\0') &&
         (term == nullptr || std::string_view(term) != "dumb");
}

}  // namespace

Output::Output(OutputOptions options)
    : json_(options.json),
      color_(options.color == ColorMode::kAlways || (options.color == ColorMode::kAuto && terminal_takes_color())) {}

void Output::write(std::string_view text) {
  errno = 0;
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) throw OutputFailed(errno);
}

void Output::print_json(const Json& value) {
  write(value.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n');
}

void Output::flush() {
  errno = 0;
  if (std::fflush(stdout) != 0) throw OutputFailed(errno);
}

std::string Output::paint(const fmt::text_style& style, std::string_view text) const {
  return color_ ? fmt::format(style, "{}", text) : std::string(text);
}

void print_message(std::string_view text) {
  std::string line;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f) {
      fmt::format_to(std::back_inserter(line), "\\x{:02x}", byte);
    } else {
      line += c;
    }
  }
  line += '\n';
  // In one piece, so that lines of several writers do not mix. There is nowhere left to report a failure to.
  std::fwrite(line.data(), 1, line.size(), stderr);
}

}  // namespace uisge::cli

#include "solver/cli/output.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdio>
#include <cstdlib>

#include "solver/cli/wrapped_text.h"

namespace uisge::cli {

namespace {

bool is_able_terminal() {
  const char* const term = std::getenv("TERM");
  return isatty(STDOUT_FILENO) == 1 && (term == nullptr || std::string_view(term) != "dumb");
}

bool terminal_takes_color() {
  const char* const no_color = std::getenv("NO_COLOR");
  return is_able_terminal() && (no_color == nullptr || *no_color == '\0');
}

// The first of LC_ALL, LC_CTYPE and LANG that is set and not empty decides.
bool locale_is_utf8() {
  for (const char* const name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const char* const value = std::getenv(name);
    if (value == nullptr || *value == '\0') continue;
    std::string charset(value);
    std::ranges::transform(charset, charset.begin(), [](unsigned char c) { return std::tolower(c); });
    return charset.find("utf-8") != std::string::npos || charset.find("utf8") != std::string::npos;
  }
  return false;
}

}  // namespace

Output::Output(OutputOptions options)
    : json_(options.json),
      color_(options.color == ColorMode::kAlways || (options.color == ColorMode::kAuto && terminal_takes_color())),
      takes_unicode_(is_able_terminal() && locale_is_utf8()) {}

void Output::write(std::string_view text) {
  errno = 0;
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) throw OutputFailed(errno);
}

void Output::print_json(const Json& value) {
  write(value.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n');
}

void Output::print_wrapped(std::string_view text, std::size_t indent) {
  const std::optional<std::size_t> columns = terminal_columns(STDOUT_FILENO);
  write((columns ? wrapped(text, *columns, indent) : std::string(text)) + '\n');
}

void Output::flush() {
  errno = 0;
  if (std::fflush(stdout) != 0) throw OutputFailed(errno);
}

std::string Output::paint(const fmt::text_style& style, std::string_view text) const {
  return color_ ? fmt::format(style, "{}", text) : std::string(text);
}

std::string printable(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const unsigned char next = i + 1 < text.size() ? static_cast<unsigned char>(text[i + 1]) : 0;
    // In UTF-8 the control characters from 0x80 to 0x9f are two bytes.
    const bool is_two_bytes = byte == 0xc2 && next >= 0x80 && next < 0xa0;
    if (byte < 0x20 || byte == 0x7f || is_two_bytes) {
      fmt::format_to(std::back_inserter(result), "\\x{:02x}", is_two_bytes ? next : byte);
      if (is_two_bytes) ++i;
    } else {
      result += text[i];
    }
  }
  return result;
}

std::string word_of_shell(std::string_view file) {
  std::string word = file.starts_with('-') ? "./" : "";
  if (!file.empty() && file.find_first_of(" \t\n\"#$&'()*;<>?[\\]^`{|}~!") == std::string_view::npos) {
    return word.append(file);
  }
  for (const char c : file) word += c == '\'' ? "'\\''" : std::string(1, c);
  return '\'' + word + '\'';
}

std::string check_in_words(std::string_view command, std::string_view file) {
  return fmt::format("{}, check it with 'uisge {} {}'", printable(file), command, printable(word_of_shell(file)));
}

void print_message(std::string_view text) {
  const std::optional<std::size_t> columns = terminal_columns(STDERR_FILENO);
  const std::string line = (columns ? wrapped(printable(text), *columns) : printable(text)) + '\n';
  // Writes the line in one call, so that lines of several threads or processes do not mix. A failure is ignored, since
  // it could not be reported anywhere.
  std::fwrite(line.data(), 1, line.size(), stderr);
}

std::optional<std::size_t> terminal_columns(int stream) {
  winsize size{};
  if (isatty(stream) != 1) return std::nullopt;
  const bool is_told = ioctl(stream, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return is_told ? size.ws_col : kUsualColumns;
}

}  // namespace uisge::cli

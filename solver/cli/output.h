// The output of a command: results on standard output, messages on standard error.
//
// Results are buffered by stdio. Every failure to write results (a full disk, a closed pipe) throws OutputFailed, which
// Program turns into exit code 4, so commands need not check. Not thread-safe: one thread prints.
#pragma once

#include <fmt/color.h>
#include <fmt/format.h>

#include <optional>
#include <string>
#include <string_view>
#include <system_error>

#include "solver/answers/json.h"

namespace uisge::cli {

enum class ColorMode { kAuto, kAlways, kNever };

struct OutputOptions {
  ColorMode color = ColorMode::kAuto;
  bool json = false;
};

// Thrown if standard output cannot be written. If the reason is that no program reads the output any more (EPIPE), no
// message is needed.
class OutputFailed : public std::system_error {
 public:
  explicit OutputFailed(int error_number)
      : std::system_error(error_number, std::generic_category(), "standard output") {}
  bool reader_gone() const { return code() == std::errc::broken_pipe; }
};

class Output {
 public:
  // kAuto colours a terminal unless NO_COLOR is set and not empty (https://no-color.org) or TERM is "dumb".
  explicit Output(OutputOptions options);

  bool json() const { return json_; }
  bool color() const { return color_; }
  // Whether standard output is a terminal and its locale has characters beyond ASCII.
  bool takes_unicode() const { return takes_unicode_; }

  template <class... T>
  void print(fmt::format_string<T...> format, T&&... arguments) {
    write(fmt::format(format, std::forward<T>(arguments)...));
  }
  void write(std::string_view text);
  // Prints a line. On a terminal the text is broken between words into lines of the terminal's width; a file or pipe
  // gets one line.
  void print_wrapped(std::string_view text, std::size_t indent = 0);
  // Prints "name text", with the name padded to `column` characters. A long text continues on the next lines, in the
  // text's column.
  void print_row(std::string_view name, std::size_t column, std::string_view text) {
    print_wrapped(fmt::format("{:<{}}{}", name, column, text), column);
  }
  // Prints one JSON object on a line of its own. Bytes that are not UTF-8, which file names may have, become
  // replacement characters.
  void print_json(const Json& value);
  // Writes all buffered text. Program calls flush() at the end; a dialogue calls flush() after every answer.
  void flush();

  // Returns the text in this style if colours are on, otherwise the plain text.
  std::string paint(const fmt::text_style& style, std::string_view text) const;

 private:
  bool json_;
  bool color_;
  bool takes_unicode_;
};

// The width of the terminal in characters; std::nullopt if the stream is not a terminal.
std::optional<std::size_t> terminal_columns(int stream);

// Makes text from outside safe for a terminal: control characters become \xNN.
std::string printable(std::string_view text);

// A file's name as a word of a command line for a POSIX shell: quoted if necessary, and never like an option.
std::string word_of_shell(std::string_view file);

// Names a file that was written, and the command that checks it: "win.proof, check it with 'uisge verify-proof
// win.proof'".
std::string check_in_words(std::string_view command, std::string_view file);

// Prints one line on standard error; control characters in the text are printed as \xNN.
void print_message(std::string_view text);

}  // namespace uisge::cli

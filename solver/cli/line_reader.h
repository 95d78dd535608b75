// Where a dialogue gets its lines from: the standard input as it is, or a terminal with line editing and history.
//
// Editing needs libedit; a build without it reads terminals plainly too (no_terminal_reader.cpp). Not thread-safe:
// libedit keeps one line for the whole process.
#pragma once

#include <istream>
#include <memory>
#include <optional>
#include <string>

#include "solver/cli/output.h"

namespace uisge::cli {

class LineReader {
 public:
  virtual ~LineReader() = default;

  // The next line without its end; nothing at the end of the input. What `output` holds is shown before the prompt.
  virtual std::optional<std::string> read(Output& output, const std::string& prompt) = 0;
};

// `input` must outlive the reader. Prints the prompt, also where nobody sees it being answered.
std::unique_ptr<LineReader> make_plain_reader(std::istream& input);

// Edits lines, and remembers those of this process. Null in a build without libedit.
std::unique_ptr<LineReader> make_terminal_reader();

// For the standard input: editing if it and the standard output are terminals, plain otherwise.
std::unique_ptr<LineReader> make_line_reader();

}  // namespace uisge::cli

// The source of a dialogue's lines: plain standard input, or a terminal with line editing and history.
//
// Editing needs libedit; a build without it reads a terminal like a file (no_terminal_reader.cpp). Not thread-safe:
// libedit keeps one line for the whole process.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "core/error.h"
#include "solver/cli/output.h"

namespace uisge::cli {

class PromptReader {
 public:
  virtual ~PromptReader() = default;

  // The next line without its newline; std::nullopt at the end of the input. Flushes the buffered text of `output`
  // before waiting for a line. Errors: the input cannot be read.
  virtual Result<std::optional<std::string>> read(Output& output, const std::string& prompt) = 0;
};

// Reads standard input; db/line_reader.h limits the length of a line. Prints the prompt even if the input is not a
// terminal.
std::unique_ptr<PromptReader> make_plain_reader();

// A reader with line editing and a history of the lines typed in this process. Null in a build without libedit.
std::unique_ptr<PromptReader> make_terminal_reader();

// The reader for standard input: with editing if standard input and standard output are terminals, plain otherwise.
std::unique_ptr<PromptReader> make_prompt_reader();

}  // namespace uisge::cli

// The program's exit codes and error lines. A line has the error's message, and remedies that name the program's
// options.
#pragma once

#include <string>

#include "core/error.h"

namespace uisge::cli {

// The error as one line, without a newline: "memory: not enough for this, see --memory and 'uisge plan --help'".
std::string error_text(const Error& error);

// Returns the exit code for this kind of error, as `uisge --help` lists it. An interruption gives the exit code 130,
// 143 or 129, depending on the signal.
int exit_code(ErrorKind kind);

// Prints error_text() on standard error, and returns the exit code.
int report(const Error& error);

}  // namespace uisge::cli

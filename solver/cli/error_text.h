// How the program tells an error: the message and, by the program's own options, what would help. And the exit codes.
#pragma once

#include <string>

#include "core/error.h"

namespace uisge::cli {

// One line without its end: "memory: not enough for this, see --memory and 'uisge plan --help'".
std::string error_text(const Error& error);

// As `uisge --help` lists them. 130, 143 or 129 for an interruption, by the signal that came.
int exit_code(ErrorKind kind);

// Prints the one line on standard error; returns the exit code.
int report(const Error& error);

}  // namespace uisge::cli

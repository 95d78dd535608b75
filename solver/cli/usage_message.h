// The error line for arguments that the parser refused, in the form "thing: reason".
#pragma once

#include <CLI/CLI.hpp>

#include <string>

namespace uisge::cli {

// REQUIRES: the last parse by `program` threw `failure`.
std::string usage_message(const CLI::App& program, const CLI::ParseError& failure);

// The message about a command that the program does not have.
std::string no_such_command(const CLI::App& program, const std::string& name);

}  // namespace uisge::cli

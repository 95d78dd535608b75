// The frame around the subcommands: arguments, exit codes, and every error as one line `uisge: thing: reason`.
//
// A subcommand is one file with one function `add_NAME(Program&)`, listed in commands.h. It declares its options and
// an action; the frame parses, runs the action, flushes the output and turns whatever went wrong into a message and an
// exit code (core/error.h). Actions check nothing that the frame checks: memory that runs out and output that cannot
// be written arrive here as exceptions.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.h"
#include "solver/cli/output.h"

namespace uisge::cli {

class Program {
 public:
  using Action = std::function<Result<void>(Output&)>;

  Program();

  // A new subcommand. `example` is a complete command line for the foot of its help. Options are added to the result;
  // their variables live in an object that the action shares.
  CLI::App& add_command(const std::string& name, const std::string& description, const std::string& example,
                        Action action);

  // Parses and runs; returns the exit code. Never throws; a bug in an action ends the program with its name.
  int run(int argc, const char* const* argv);

 private:
  struct Command {
    CLI::App* options;  // owned by app_
    Action action;
  };

  Result<void> parse_and_run(int argc, const char* const* argv, Output& output);

  CLI::App app_;
  OutputOptions output_options_;
  std::vector<Command> commands_;
};

}  // namespace uisge::cli

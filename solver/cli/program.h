// The frame around the subcommands: arguments, exit codes, and every error as one line `uisge: thing: reason`.
//
// A subcommand is one file with one function `add_NAME(Program&)`, listed in commands.h. It declares its options and
// an action; the frame parses, runs the action, flushes the output and turns whatever went wrong into a message and an
// exit code (error_text.h). Actions check nothing that the frame checks: memory that runs out and output that cannot
// be written arrive here as exceptions.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.h"
#include "solver/cli/output.h"
#include "solver/solve/solve_team.h"

namespace uisge::cli {

// What must hold before anything else happens; the first thing in main. A closed standard stream is not the number of
// the next file, signals about writing become errors of the write, and an exception that nobody catches ends the
// process with one line.
void prepare_process();

class Program {
 public:
  using Action = std::function<Result<void>(Output&)>;

  // `team`: the processes that run this program together, if there are several. Has to outlive the program.
  explicit Program(SolveTeam* team = nullptr);

  SolveTeam* team() const { return team_; }

  // A new subcommand. `example` is a complete command line for the foot of its help. Options are added to the result;
  // their variables live in an object that the action shares. Of a team only the leader runs it, unless it is for all.
  CLI::App& add_command(const std::string& name, const std::string& description, const std::string& example,
                        Action action, bool is_for_team = false);

  // What the command line is parsed by, with the options that every command has. No command may be added afterwards.
  CLI::App& definitions();

  // Parses and runs; returns the exit code. Never throws; a bug in an action ends the program with its name.
  int run(int argc, const char* const* argv);

 private:
  struct Command {
    CLI::App* options;  // owned by app_
    Action action;
    bool is_for_team;
  };

  Result<void> parse_and_run(int argc, const char* const* argv, Output& output);

  SolveTeam* team_;
  CLI::App app_;
  OutputOptions output_options_;
  std::vector<Command> commands_;
  bool is_complete_ = false;
};

}  // namespace uisge::cli

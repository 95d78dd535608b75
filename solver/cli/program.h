// The frame around the subcommands: arguments, exit codes, and every error as one line `uisge: thing: reason`.
//
// A subcommand is one file with one function `add_NAME(Program&)`, listed in commands.h. The function declares the
// subcommand's options and an action. The frame parses the command line, runs the action, flushes the output and turns
// errors into a message and an exit code (error_text.h). The frame handles lack of memory and output that cannot be
// written, which are exceptions, so actions need not check them.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/error.h"
#include "solver/cli/output.h"
#include "solver/solve/solve_team.h"

namespace uisge::cli {

// Prepares the process; main calls it first. Afterwards, files never get the number of a closed standard stream, failed
// writes give errors instead of signals, and an uncaught exception ends the process with one line.
void prepare_process();

class Program {
 public:
  using Action = std::function<Result<void>(Output&)>;

  // `team`: the processes that run this program together, or null. It must outlive the program.
  explicit Program(SolveTeam* team = nullptr);

  SolveTeam* team() const { return team_; }

  // Sets the heading in the help for the commands that are added from now on.
  void begin_group(std::string title) { group_ = std::move(title); }

  // Makes a subcommand and returns it. `example` is a complete command line for the foot of its help. The caller adds
  // the command's options to the result. The variables of the options live in an object that the action shares. In a
  // team only the leader runs the action, unless the command is for all members.
  CLI::App& add_command(const std::string& name, const std::string& description, const std::string& example,
                        Action action, bool is_for_team = false);
  // The same for an action that is a function of the command's options. Returns the subcommand and its options.
  template <class Options>
  std::pair<CLI::App&, Options&> add_command(const std::string& name, const std::string& description,
                                             const std::string& example,
                                             Result<void> (*function)(const Options&, Output&)) {
    const auto options = std::make_shared<Options>();
    const Action action = [options, function](Output& output) { return function(*options, output); };
    return {add_command(name, description, example, action), *options};
  }

  // The definitions by which CLI11 parses the command line, with the options that every command has. No command may be
  // added afterwards.
  CLI::App& definitions();

  // Parses the command line, runs the command, and returns the exit code. Never throws; an unexpected exception of an
  // action ends the program with a message that names the exception.
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
  std::string group_ = "Commands";
  OutputOptions output_options_;
  std::vector<Command> commands_;
  bool is_complete_ = false;
};

}  // namespace uisge::cli

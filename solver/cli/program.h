// The frame around the subcommands parses arguments, sets the exit code, and prints every error as one line `uisge:
// thing: reason`.
//
// Each subcommand has one file with one function `add_NAME(Program&)`, listed in commands.h. The function declares the
// subcommand's options and its action. Actions return errors. An action need not check for lack of memory or for a
// failed output: both raise exceptions, which the frame handles.
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

// Call this function before any other. Afterwards an opened file never gets the descriptor of a standard stream that
// the caller has closed. A failed write gives an error instead of a signal. An uncaught exception ends the process with
// one line of text.
void prepare_process();

class Program {
 public:
  using Action = std::function<Result<void>(Output&)>;

  // `team`: the processes that solve together (MPI), which must outlive the program; null for one process.
  explicit Program(SolveTeam* team = nullptr);

  SolveTeam* team() const { return team_; }

  // Sets the heading under which the help lists the commands that are added from now on.
  void begin_group(std::string title) { group_ = std::move(title); }

  // Makes a subcommand and returns it, so that the caller can add options. `example`: a complete command line, which
  // the help prints at its end. The action must share ownership of the variables that the options set. In a team only
  // the leader runs the action, unless `is_for_team`.
  CLI::App& add_command(const std::string& name, const std::string& description, const std::string& example,
                        Action action, bool is_for_team = false);
  // Makes a subcommand whose action is a function of an Options object. Returns the subcommand and the Options object,
  // to whose members the caller binds the options.
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

  // Parses the command line, runs the command, and returns the exit code. Output that cannot be written, system errors
  // and lack of memory become a message and exit code 4. Other exceptions are bugs and leave this function; after
  // prepare_process(), an exception that nobody catches ends the process with a message.
  int run(int argc, const char* const* argv);

 private:
  struct Command {
    CLI::App* options;  // owned by app_
    Action action;
    bool is_for_team;
  };

  // Parses the command line. Returns the text that --help or --version asks for, or an empty text if a command is to
  // run. Errors: kUsage; kResource if the stack may be too small.
  Result<std::string> parse(int argc, const char* const* argv);
  Result<void> parse_and_run(int argc, const char* const* argv, Output& output);

  SolveTeam* team_;
  CLI::App app_;
  std::string group_ = "Commands";
  OutputOptions output_options_;
  std::vector<Command> commands_;
  bool is_complete_ = false;
};

}  // namespace uisge::cli

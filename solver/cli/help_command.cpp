// `uisge help`: the pages of --help, and all commands and options as JSON.
#include <memory>

#include "solver/cli/commands.h"
#include "solver/cli/manual.h"
#include "solver/cli/usage_message.h"

namespace uisge::cli {

namespace {

Result<void> help(Program& program, const std::string& name, Output& output) {
  CLI::App& app = program.definitions();
  if (name.empty()) {
    if (output.json()) {
      output.print_json(manual_json(manual_of(app)));
    } else {
      // app.help() would give the page of `help`, since `help` is the command on the command line.
      output.write(app.get_formatter()->make_help(&app, app.get_name(), CLI::AppFormatMode::Normal));
    }
    return {};
  }
  const auto commands = app.get_subcommands([&](const CLI::App* command) { return command->get_name() == name; });
  if (commands.empty()) return usage_error(no_such_command(app, name));
  if (!output.json()) {
    // The usage line needs the program's name.
    output.write(commands.front()->help(app.get_name()));
    return {};
  }
  for (const ManualCommand& command : manual_of(app).commands) {
    if (command.name == name) output.print_json(manual_json(command));
  }
  return {};
}

}  // namespace

void add_help(Program& program) {
  auto name = std::make_shared<std::string>();
  CLI::App& command = program.add_command("help", "explains the program or one of its commands", "uisge help solve",
                                          [&program, name](Output& output) { return help(program, *name, output); });
  command.add_option("COMMAND", *name, "the command; the whole program if left out")->type_name("");
}

}  // namespace uisge::cli

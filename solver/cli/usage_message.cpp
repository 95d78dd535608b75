#include "solver/cli/usage_message.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "solver/cli/suggestion.h"

namespace uisge::cli {

namespace {

// The words that call the program: "uisge show" if the command `show` was recognised, otherwise "uisge".
std::string invocation(const CLI::App& program) {
  const auto chosen = program.get_subcommands();
  return chosen.empty() ? program.get_name() : fmt::format("{} {}", program.get_name(), chosen.front()->get_name());
}

// The long options of the command, or of the program if no command was recognised. Hidden options are left out, since
// the command refuses them.
std::vector<std::string> long_options(const CLI::App& program) {
  const auto chosen = program.get_subcommands();
  const CLI::App& app = chosen.empty() ? program : *chosen.front();
  std::vector<std::string> names;
  for (const CLI::Option* const option : app.get_options()) {
    if (option->get_group().empty()) continue;
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

struct ForeignName {
  std::string_view name;
  std::string_view ours;  // uisge's option, with its value if it has one
};

constexpr std::array<ForeignName, 8> kForeignNames{{{"--port", "--listen 127.0.0.1:PORT"},
                                                    {"--host", "--listen ADDRESS:PORT"},
                                                    {"--bind", "--listen ADDRESS:PORT"},
                                                    {"--address", "--listen ADDRESS:PORT"},
                                                    {"--depth", "--plies N"},
                                                    {"--plies", "--depth N"},
                                                    {"-v", "--version"},
                                                    {"-V", "--version"}}};

// If other programs or commands use this name for one of `options`, returns what the user should type instead;
// otherwise an empty text.
std::string_view foreign_name(std::string_view name, const std::vector<std::string>& options) {
  for (const ForeignName& foreign : kForeignNames) {
    const std::string_view option = foreign.ours.substr(0, foreign.ours.find(' '));
    if (name == foreign.name && std::find(options.begin(), options.end(), option) != options.end()) return foreign.ours;
  }
  return {};
}

std::string unexpected_argument(const CLI::App& program, const std::string& argument) {
  if (argument.starts_with('-') && argument != "-") {
    const std::string name = argument.substr(0, argument.find('='));
    const std::vector<std::string> options = long_options(program);
    // The parser does not expect an option of the command only if it stands before the command.
    if (std::find(options.begin(), options.end(), name) != options.end()) {
      return fmt::format("{}: belongs after the command, as in '{} {}'", name, invocation(program), name);
    }
    if (const std::string_view ours = foreign_name(name, options); !ours.empty()) {
      return fmt::format("{}: no such option; it is {} here", name, ours);
    }
    const std::string meant = did_you_mean(name, options);
    return fmt::format("{}: no such option{} '{} --help'", argument, meant.empty() ? ", see" : meant + " See",
                       invocation(program));
  }
  if (program.get_subcommands().empty()) return no_such_command(program, argument);
  return fmt::format("{}: one argument too many, see '{} --help'", argument, invocation(program));
}

// Puts a colon after the first word of a parser's message, such as "--depth is required" or "--depth excludes --time".
// Our own messages already have that colon.
std::string with_colon(std::string_view text) {
  const std::size_t space = text.find(' ');
  if (space == std::string_view::npos || text.substr(0, space).ends_with(':')) return std::string(text);
  return fmt::format("{}:{}", text.substr(0, space), text.substr(space));
}

}  // namespace

std::string no_such_command(const CLI::App& program, const std::string& name) {
  std::vector<std::string> names{"--version"};
  for (const CLI::App* const command : program.get_subcommands({})) names.push_back(command->get_name());
  const std::string meant = did_you_mean(name, names);
  return fmt::format("{}: no such command{} '{} --help' lists them", name, meant.empty() ? "," : meant,
                     program.get_name());
}

std::string usage_message(const CLI::App& program, const CLI::ParseError& failure) {
  std::string text = failure.what();
  const auto unexpected = program.remaining(true);
  if (!unexpected.empty()) return unexpected_argument(program, unexpected.front());
  if (dynamic_cast<const CLI::RequiredError*>(&failure) != nullptr) {
    if (program.get_subcommands().empty()) {
      return fmt::format("command: none given, '{} --help' lists them", program.get_name());
    }
    return fmt::format("{}, see '{} --help'", with_colon(text), invocation(program));
  }
  if (dynamic_cast<const CLI::ExcludesError*>(&failure) != nullptr ||
      dynamic_cast<const CLI::RequiresError*>(&failure) != nullptr) {
    return with_colon(text);
  }
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&failure) != nullptr) {
    // The parser says "--depth: 1 required INT missing" or "--depth: At Most 1 required but received 2".
    const std::size_t colon = text.find(": ");
    if (colon != std::string::npos && text.find("At Most") != std::string::npos) {
      return fmt::format("{}: is given more than once, give it once", text.substr(0, colon));
    }
    if (colon != std::string::npos) {
      return fmt::format("{}: needs a value, see '{} --help'", text.substr(0, colon), invocation(program));
    }
  }
  return text;
}

}  // namespace uisge::cli

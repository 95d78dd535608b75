#include "solver/cli/usage_message.h"

#include <fmt/format.h>

#include <string>
#include <string_view>

namespace uisge::cli {

namespace {

// "uisge show" once a command was recognised, "uisge" before.
std::string invocation(const CLI::App& program) {
  const auto chosen = program.get_subcommands();
  return chosen.empty() ? program.get_name() : fmt::format("{} {}", program.get_name(), chosen.front()->get_name());
}

std::string unexpected_argument(const CLI::App& program, const std::string& argument) {
  if (argument.starts_with('-') && argument != "-") {
    return fmt::format("{}: no such option, see '{} --help'", argument, invocation(program));
  }
  if (program.get_subcommands().empty()) {
    return fmt::format("{}: no such command, '{} --help' lists them", argument, program.get_name());
  }
  return fmt::format("{}: one argument too many, see '{} --help' (a position is one argument, in quotes)", argument,
                     invocation(program));
}

// The parser's own words, "--depth is required" or "--depth excludes --time", with the colon that ours have.
std::string with_colon(std::string_view text) {
  const std::size_t space = text.find(' ');
  if (space == std::string_view::npos || text.substr(0, space).ends_with(':')) return std::string(text);
  return fmt::format("{}:{}", text.substr(0, space), text.substr(space));
}

}  // namespace

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
  if (dynamic_cast<const CLI::ConversionError*>(&failure) != nullptr) {
    // "Could not convert: --depth = x"
    const std::size_t name = text.find("--");
    const std::size_t value = text.find(" = ");
    if (name != std::string::npos && value != std::string::npos && name < value) {
      return fmt::format("{}: '{}' is no whole number in range", text.substr(name, value - name),
                         text.substr(value + 3));
    }
  }
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&failure) != nullptr) {
    // "--depth: 1 required INT missing"
    const std::size_t colon = text.find(": ");
    if (colon != std::string::npos) {
      return fmt::format("{}: needs a value, see '{} --help'", text.substr(0, colon), invocation(program));
    }
  }
  return text;
}

}  // namespace uisge::cli

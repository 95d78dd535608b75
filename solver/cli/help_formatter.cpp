#include "solver/cli/help_formatter.h"

#include <fmt/format.h>

#include <cctype>
#include <sstream>
#include <utility>

#include "solver/cli/wrapped_text.h"

namespace uisge::cli {

namespace {

constexpr std::size_t kDescriptionColumn = 26;

// Wraps a description to the width of its column. The base class indents every line.
std::string as_description(std::string_view text) {
  return wrapped(text, kUsualColumns - kDescriptionColumn);
}

}  // namespace

HelpFormatter::HelpFormatter() {
  column_width(kDescriptionColumn);
  label("SUBCOMMAND", "COMMAND");
  label("Positionals", "Arguments");
}

std::string HelpFormatter::make_description(const CLI::App* command) const {
  std::string text = command->get_description();
  // The list of commands shows the same text with a small first letter and without the full stop.
  if (!text.empty()) text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
  if (!text.empty() && !text.ends_with('.')) text += '.';
  return wrapped(text, kUsualColumns) + "\n\n";
}

std::string HelpFormatter::make_help(const CLI::App* command, std::string name, CLI::AppFormatMode mode) const {
  // CLI11 prints two blank lines between option groups; we print one.
  return CLI::detail::find_and_replace(Formatter::make_help(command, std::move(name), mode), "\n\n\n", "\n\n");
}

std::string HelpFormatter::make_option_opts(const CLI::Option* option) const {
  const bool is_flag = option->get_type_size() == 0;
  return is_flag || option->get_positional() ? "" : " " + option->get_type_name();
}

std::string HelpFormatter::make_option_desc(const CLI::Option* option) const {
  std::string text = option->get_description();
  if (!option->get_default_str().empty()) text += fmt::format(" [{}]", option->get_default_str());
  if (option->get_required() && option->nonpositional()) text += " (required)";
  return as_description(text);
}

std::string HelpFormatter::make_subcommand(const CLI::App* command) const {
  std::ostringstream text;
  CLI::detail::format_help(text, command->get_name(), as_description(command->get_description()), kDescriptionColumn);
  return text.str();
}

}  // namespace uisge::cli

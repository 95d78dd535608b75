#include "solver/cli/manual_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <sstream>

namespace uisge::cli {

namespace {

// Escapes a text that stands on a line of its own, so that the program `man` finds no request or escape in it, and
// dashes stay dashes when a reader copies them.
std::string roff(std::string_view text) {
  std::string result;
  if (text.starts_with('.') || text.starts_with('\'')) result = "\\&";
  for (const char c : text) {
    switch (c) {
      case '\\': result += "\\e"; break;
      case '-': result += "\\-"; break;
      case '\'': result += "\\(aq"; break;
      case '`': result += "\\(ga"; break;
      case '^': result += "\\(ha"; break;
      case '~': result += "\\(ti"; break;
      default: result += c;
    }
  }
  return result;
}

std::string bold(std::string_view text) {
  return "\\fB" + roff(text) + "\\fR";
}

std::string sentence(std::string text) {
  if (text.empty()) return text;
  text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
  return text.ends_with('.') ? text : text + '.';
}

std::string heading(const Manual& manual, const std::string& page, const std::string& description) {
  std::string upper = page;
  std::ranges::transform(upper, upper.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return fmt::format(".TH {} 1 \"\" \"{} {}\" \"User Commands\"\n.SH NAME\n{} \\- {}\n", upper, manual.name,
                     manual.version, roff(page), roff(description));
}

std::string as_it_stands(const std::string& text) {
  std::string result = ".nf\n";
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) result += roff(line) + '\n';
  return result + ".fi\n";
}

std::string option_entry(const ManualOption& option) {
  std::string names;
  for (const std::string& name : option.names) names += (names.empty() ? "" : ", ") + bold(name);
  if (option.takes_value()) names += " \\fI" + roff(option.value) + "\\fR";
  std::string text = ".TP\n" + names + '\n' + roff(sentence(option.description)) + '\n';
  if (!option.default_value.empty()) text += fmt::format("Default: {}.\n", roff(option.default_value));
  if (option.is_required && !option.is_argument) text += "Required.\n";
  return text;
}

}  // namespace

std::string manual_page(const Manual& manual) {
  std::string text = heading(manual, manual.name, manual.description);
  text += fmt::format(".SH SYNOPSIS\n{} \\fICOMMAND\\fR [\\fIOPTIONS\\fR] [\\fIARGUMENTS\\fR]\n", bold(manual.name));
  text += ".SH COMMANDS\n";
  for (const ManualCommand& command : manual.commands) {
    text += fmt::format(".TP\n{}\n{}\n", bold(command.name), roff(sentence(command.description)));
  }
  text += ".SH OPTIONS\n";
  for (const ManualOption& option : manual.options) text += option_entry(option);
  text += ".SH NOTES\n" + as_it_stands(manual.footer) + ".SH SEE ALSO\n";
  for (const ManualCommand& command : manual.commands) {
    const bool is_last = &command == &manual.commands.back();
    text += fmt::format(".BR {}\\-{} (1){}\n", roff(manual.name), roff(command.name), is_last ? "" : " ,");
  }
  return text;
}

std::string manual_page(const Manual& manual, const ManualCommand& command) {
  std::string text = heading(manual, manual.name + "-" + command.name, command.description);
  text += fmt::format(".SH SYNOPSIS\n{} {}\n", bold(manual.name), roff(command.synopsis()));
  text += fmt::format(".SH DESCRIPTION\n{}\n", roff(sentence(command.description)));
  for (const bool is_argument : {true, false}) {
    if (std::ranges::none_of(command.options, [&](const auto& option) { return option.is_argument == is_argument; })) {
      continue;
    }
    text += is_argument ? ".SH ARGUMENTS\n" : ".SH OPTIONS\n";
    for (const ManualOption& option : command.options) {
      if (option.is_argument == is_argument) text += option_entry(option);
    }
  }
  text += ".SH EXAMPLE\n" + as_it_stands(command.example);
  return text + fmt::format(".SH SEE ALSO\n.BR {} (1)\n", roff(manual.name));
}

}  // namespace uisge::cli

#include "solver/cli/completion.h"

#include <fmt/format.h>

namespace uisge::cli {

namespace {

std::string joined(const std::vector<std::string>& words) {
  return fmt::format("{}", fmt::join(words, " "));
}

std::vector<std::string> command_names(const Manual& manual) {
  std::vector<std::string> names;
  for (const ManualCommand& command : manual.commands) names.push_back(command.name);
  return names;
}

std::vector<std::string> possible_words(const Manual& manual, const ManualOption& option) {
  return option.is_argument && option.names.front() == "COMMAND" ? command_names(manual) : option.words;
}

// Puts `text` in single quotes, for a shell. `quote` replaces each single quote in the text.
std::string quoted(std::string_view text, std::string_view quote) {
  std::string result = "'";
  for (const char c : text) {
    if (c == '\'') {
      result += quote;
    } else {
      result += c;
    }
  }
  return result + "'";
}

// Escapes `text` for a specification of zsh's _arguments, where brackets and colons have a meaning.
std::string zsh_text(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

std::string zsh_action(const Manual& manual, const ManualOption& option) {
  if (option.takes_file()) return "_files";
  const auto words = possible_words(manual, option);
  return words.empty() ? " " : fmt::format("({})", joined(words));
}

std::string zsh_specifications(const Manual& manual, const std::vector<ManualOption>& options) {
  std::string text;
  for (const ManualOption& option : options) {
    const std::string description = zsh_text(option.description);
    const std::string action = zsh_action(manual, option);
    if (option.is_argument) {
      const std::string place = option.is_repeatable ? "*" : option.is_required ? "" : ":";
      text += fmt::format(" \\\n        {}",
                          quoted(fmt::format("{}:{}:{}", place, option.names.front(), action), R"('\'')"));
      continue;
    }
    for (const std::string& name : option.names) {
      std::string specification = fmt::format("{}[{}]", name, description);
      if (option.takes_value()) specification += fmt::format(":{}:{}", zsh_text(option.value), action);
      text += fmt::format(" \\\n        {}", quoted(specification, R"('\'')"));
    }
  }
  return text;
}

std::string fish_line(const Manual& manual, const std::string& condition, const ManualOption& option) {
  std::string text = fmt::format("complete -c {} -n {}", manual.name, quoted(condition, "\\'"));
  for (const std::string& name : option.names) {
    if (option.is_argument) continue;
    text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  }
  if (option.takes_file()) {
    text += option.is_argument ? " -F" : " -r -F";
  } else if (const auto words = possible_words(manual, option); !words.empty()) {
    text += fmt::format("{} -a {}", option.is_argument ? "" : " -x", quoted(joined(words), "\\'"));
  } else if (option.takes_value()) {
    text += " -x";
  }
  return text + fmt::format(" -d {}\n", quoted(option.description, "\\'"));
}

}  // namespace

std::string bash_completion(const Manual& manual) {
  std::string cases;
  for (const ManualCommand& command : manual.commands) {
    std::vector<std::string> options;
    std::string values;
    std::string arguments;
    bool takes_files = false;
    for (const ManualOption& option : command.options) {
      const auto words = possible_words(manual, option);
      if (option.is_argument) {
        takes_files = takes_files || option.takes_file();
        if (!words.empty()) arguments = joined(words);
        continue;
      }
      options.insert(options.end(), option.names.begin(), option.names.end());
      if (!option.takes_value()) continue;
      const std::string action = option.takes_file() ? "COMPREPLY=($(compgen -f -- \"$word\"))"
                                 : words.empty()     ? ":"
                                                     : fmt::format("words='{}'", joined(words));
      values += fmt::format("        {}) {} ;;\n", fmt::join(option.names, "|"), action);
    }
    cases +=
        fmt::format("    {})\n      case $before in\n{}        *) options='{}'", command.name, values, joined(options));
    if (!arguments.empty()) cases += fmt::format(" words='{}'", arguments);
    if (takes_files) cases += " files=1";
    cases += " ;;\n      esac ;;\n";
  }
  std::vector<std::string> own;
  for (const ManualOption& option : manual.options) own.insert(own.end(), option.names.begin(), option.names.end());
  return fmt::format(R"(# bash completion for {0}; made with the program, from its own list of options.
_{0}() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} before= command= words= options= files=
  COMPREPLY=()
  if ((COMP_CWORD > 1)); then
    command=${{COMP_WORDS[1]}}
    before=${{COMP_WORDS[COMP_CWORD-1]}}
  fi
  case $command in
    '') words='{1}' options='{2}' ;;
{3}  esac
  if [[ $word == -* ]]; then
    [[ -z $options ]] || COMPREPLY=($(compgen -W "$options" -- "$word"))
  elif [[ -n $words ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$word"))
  elif [[ -n $files ]]; then
    COMPREPLY=($(compgen -f -- "$word"))
  fi
}}
complete -o filenames -F _{0} {0}
)",
                     manual.name, joined(command_names(manual)), joined(own), cases);
}

std::string zsh_completion(const Manual& manual) {
  std::string list;
  std::string cases;
  for (const ManualCommand& command : manual.commands) {
    list += fmt::format("    {}\n", quoted(command.name + ":" + zsh_text(command.description), R"('\'')"));
    cases += fmt::format("      {})\n        _arguments -s{} ;;\n", command.name,
                         zsh_specifications(manual, command.options));
  }
  return fmt::format(R"(#compdef {0}
# zsh completion for {0}; made with the program, from its own list of options.
_{0}() {{
  local context state state_descr line
  typeset -A opt_args
  local -a commands
  commands=(
{1}  )
  _arguments -C{2} \
        '1:COMMAND:->command' \
        '*::ARGUMENTS:->arguments'
  case $state in
    command) _describe COMMAND commands ;;
    arguments)
      case $words[1] in
{3}      esac ;;
  esac
}}
_{0} "$@"
)",
                     manual.name, list, zsh_specifications(manual, manual.options), cases);
}

std::string fish_completion(const Manual& manual) {
  std::string text = fmt::format(
      "# fish completion for {0}; made with the program, from its own list of options.\n"
      "complete -c {0} -f\n",
      manual.name);
  for (const ManualOption& option : manual.options) text += fish_line(manual, "__fish_use_subcommand", option);
  for (const ManualCommand& command : manual.commands) {
    text += fmt::format("complete -c {} -n __fish_use_subcommand -a {} -d {}\n", manual.name, command.name,
                        quoted(command.description, "\\'"));
    const std::string condition = "__fish_seen_subcommand_from " + command.name;
    for (const ManualOption& option : command.options) text += fish_line(manual, condition, option);
  }
  return text;
}

}  // namespace uisge::cli

#include "solver/cli/manual.h"

#include <fmt/format.h>

#include "solver/cli/word_check.h"

namespace uisge::cli {

namespace {

constexpr std::string_view kExampleHeading = "Example:\n  ";

ManualOption option_of(CLI::Option& option) {
  ManualOption result;
  result.is_argument = option.get_positional();
  if (result.is_argument) {
    result.names.push_back(option.get_name(true));
  } else {
    for (const std::string& name : option.get_snames()) result.names.push_back("-" + name);
    for (const std::string& name : option.get_lnames()) result.names.push_back("--" + name);
    if (option.get_type_size() > 0) result.value = option.get_type_name();
  }
  result.is_required = option.get_required();
  result.is_repeatable = option.get_items_expected_max() > 1;
  result.words = words_of(option);
  result.description = option.get_description();
  result.default_value = option.get_default_str();
  return result;
}

std::vector<ManualOption> options_of(CLI::App& app) {
  std::vector<ManualOption> result;
  for (CLI::Option* const option : app.get_options()) {
    const bool is_hidden = option->get_group().empty();
    if (!is_hidden) result.push_back(option_of(*option));
  }
  return result;
}

Json option_json(const ManualOption& option) {
  Json json{{"names", option.names}, {"description", option.description}};
  json["argument"] = option.is_argument;
  json["required"] = option.is_required;
  json["value"] = option.takes_value() ? Json(option.value) : Json();
  json["words"] = option.words;
  json["default"] = option.default_value.empty() ? Json() : Json(option.default_value);
  return json;
}

}  // namespace

std::string ManualCommand::synopsis() const {
  std::string text = name + " [OPTIONS]";
  for (const ManualOption& option : options) {
    if (!option.is_argument) continue;
    const std::string argument = option.names.front() + (option.is_repeatable ? "..." : "");
    text += option.is_required ? " " + argument : fmt::format(" [{}]", argument);
  }
  return text;
}

Manual manual_of(CLI::App& program) {
  Manual manual{.name = program.get_name(),
                .version = UISGE_VERSION,
                .description = program.get_description(),
                .footer = program.get_footer(),
                .options = options_of(program)};
  for (CLI::App* const command : program.get_subcommands(nullptr)) {
    std::string example = command->get_footer();
    if (example.starts_with(kExampleHeading)) example.erase(0, kExampleHeading.size());
    manual.commands.push_back({command->get_name(), command->get_description(), example, options_of(*command)});
  }
  return manual;
}

Json manual_json(const ManualCommand& command) {
  Json json{{"command", command.name}, {"description", command.description}, {"example", command.example}};
  json["options"] = Json::array();
  for (const ManualOption& option : command.options) json["options"].push_back(option_json(option));
  return json;
}

Json manual_json(const Manual& manual) {
  Json json{{"program", manual.name}, {"version", manual.version}, {"commands", Json::array()}};
  for (const ManualCommand& command : manual.commands) json["commands"].push_back(manual_json(command));
  return json;
}

}  // namespace uisge::cli

// What the program can be told, as plain data: the commands with their options, read from the definitions that parse
// the command line, so that help pages, manual pages and completions cannot disagree with them.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "solver/cli/json.h"

namespace uisge::cli {

struct ManualOption {
  std::vector<std::string> names;  // "-h", "--help"; of an argument the one name, "POSITION"
  bool is_argument = false;        // given by its place
  bool is_required = false;
  bool is_repeatable = false;
  std::string value;               // what stands for the value, "FxR"; empty for flags and arguments
  std::vector<std::string> words;  // all possible values, where these are a few words
  std::string description;
  std::string default_value;

  bool takes_value() const { return !value.empty(); }
  bool takes_file() const { return value == "FILE" || (is_argument && names.front().starts_with("FILE")); }
};

struct ManualCommand {
  std::string name;
  std::string description;
  std::string example;  // a command line
  std::vector<ManualOption> options;

  std::string synopsis() const;  // "query [OPTIONS] FILE POSITION..."
};

struct Manual {
  std::string name;
  std::string version;
  std::string description;
  std::string footer;
  std::vector<ManualOption> options;
  std::vector<ManualCommand> commands;
};

// Of complete definitions, see Program::definitions. Does not change them.
Manual manual_of(CLI::App& program);

Json manual_json(const Manual& manual);
Json manual_json(const ManualCommand& command);

}  // namespace uisge::cli

// The commands and options as plain data, for manual pages, completions and `uisge help --json`. The data are read from
// the definitions by which the command line is parsed, so they agree with the parser.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "solver/answers/json.h"

namespace uisge::cli {

struct ManualOption {
  std::vector<std::string> names;  // "-h", "--help"; for an argument one name, "POSITION"
  bool is_argument = false;        // recognised by its place on the command line, not by a name
  bool is_required = false;
  bool is_repeatable = false;
  std::string value;               // the placeholder of the value, "FxR"; empty for flags and arguments
  std::vector<std::string> words;  // all possible values, if there are only a few
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
  std::string name = {};
  std::string version = {};
  std::string description = {};
  std::string footer = {};
  std::vector<ManualOption> options = {};
  std::vector<ManualCommand> commands = {};
};

// REQUIRES: Program::definitions() returned `program`. Does not change `program`.
Manual manual_of(CLI::App& program);

Json manual_json(const Manual& manual);
Json manual_json(const ManualCommand& command);

}  // namespace uisge::cli

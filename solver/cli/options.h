// Options that several commands share, declared once. Defaults are the real game.
//
// The add_ functions bind options to variables that must outlive the parse. Texts are read by the project's own
// parsers, whose message becomes the program's error.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>

#include "core/board.h"
#include "core/error.h"
#include "core/rules.h"
#include "solver/cli/output.h"

namespace uisge::cli {

// `--name TYPE` read by `parse(text)`, a function that returns Result<T>.
template <class T, class Parse>
CLI::Option* add_parsed_option(CLI::App& command, const std::string& name, T& value, Parse parse,
                               const std::string& description) {
  const auto store = [&value, parse](const std::string& text) {
    auto parsed = parse(text);
    if (!parsed) throw CLI::ParseError(parsed.error().message, CLI::ExitCodes::ValidationError);
    value = *std::move(parsed);
  };
  return command.add_option_function<std::string>(name, store, description);
}

// --board, --pieces
struct BoardOptions {
  BoardSize size = kRealBoard;
  int pieces = kMaxPieces;  // a side
};
void add_board_options(CLI::App& command, BoardOptions& options);

// --stuck, --diagonal-jumps
void add_rule_options(CLI::App& command, RuleSet& rules);

// --threads; the number of processors this process may use unless given.
void add_threads_option(CLI::App& command, int& threads);

// --memory SIZE, in bytes; unset means what the machine can spare.
void add_memory_option(CLI::App& command, std::optional<std::uint64_t>& bytes);

// --json and --color, which every command has.
void add_output_options(CLI::App& command, OutputOptions& options);

}  // namespace uisge::cli

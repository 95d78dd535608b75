// Options that several commands share. The default values describe the real game.
//
// The add_ functions bind options to variables that must outlive the parse. The project's own parsers read the texts of
// the options, and the parsers' messages become the program's errors.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "core/board.h"
#include "core/error.h"
#include "core/rules.h"
#include "db/format.h"
#include "db/output_place.h"
#include "solver/answers/board_options.h"
#include "solver/cli/output.h"
#include "solver/units.h"

namespace uisge::cli {

// Adds `--name TYPE`. The option's text is read by `parse(text)`, which returns Result<T>.
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
void add_board_options(CLI::App& command, BoardOptions& options);

// The options that name this game: "--board 7x6 --pieces 4 --stuck loses". Commands that are advised have them.
std::string options_of_game(const DatabaseIdentity& game);

// The names of the rules for stuck players, in the order of kAllStuckRules.
std::vector<std::string> stuck_words();
// --stuck, --diagonal-jumps
void add_rule_options(CLI::App& command, RuleSet& rules);

// Adds `--name N`, a whole number in decimal digits. T is an integer type that can hold `most`, or an optional of such
// a type.
template <class T>
CLI::Option* add_number_option(CLI::App& command, const std::string& name, T& value, std::uint64_t least,
                               std::uint64_t most, const std::string& description) {
  const auto parse = [name, least, most](const std::string& text) -> Result<T> {
    const auto number = parse_number(text, least, most);
    if (!number) return usage_error(fmt::format("{}: {}", name, number.error().message));
    if constexpr (std::is_integral_v<T>) {
      return static_cast<T>(*number);
    } else {
      return T(static_cast<typename T::value_type>(*number));
    }
  };
  return add_parsed_option(command, name, value, parse, description)->type_name("N");
}

// Adds `--name SIZE`, in bytes. T is std::uint64_t or an optional of it.
template <class T>
CLI::Option* add_size_option(CLI::App& command, const std::string& name, T& bytes, const std::string& description) {
  const auto parse = [name](const std::string& text) -> Result<std::uint64_t> {
    auto size = parse_size(text);
    if (!size) return usage_error(fmt::format("{}: {}", name, size.error().message));
    return size;
  };
  return add_parsed_option(command, name, bytes, parse, description)->type_name("SIZE");
}

// Adds `--name SECONDS`.
CLI::Option* add_seconds_option(CLI::App& command, const std::string& name, double& seconds,
                                const std::string& description);

// Adds `--name FILE`, a file to write or to read. An empty text is refused: a script has probably used a variable that
// is not set.
CLI::Option* add_file_option(CLI::App& command, const std::string& name, std::string& path,
                             const std::string& description);
// Claims the place of the output file before the work begins. Returns std::nullopt if the option was left out.
Result<std::optional<OutputPlace>> claim_output(const std::string& path, const FileKind& kind);
// Writes the text to the place, and then gives the file its final name.
Result<void> publish_text(const OutputPlace& place, std::string_view text);

// Adds `--name TYPE`, which may be repeated. Each occurrence takes one word; the words after it are other arguments.
CLI::Option* add_repeated_option(CLI::App& command, const std::string& name, std::vector<std::string>& words,
                                 const std::string& description);

// Adds the argument `name` of any number of words.
CLI::Option* add_words(CLI::App& command, const std::string& name, std::vector<std::string>& words,
                       const std::string& description);

// Adds --threads; the default is the number of processors that this process may use.
void add_threads_option(CLI::App& command, std::size_t& threads);

// Adds --memory SIZE. If the option is left out, `bytes` stays unset, and the command may use all available memory.
void add_memory_option(CLI::App& command, std::optional<std::uint64_t>& bytes);

// The memory for decoded placements when a whole database is read: --memory, or without this option half of the
// available memory, but at most 16 GiB. More than 16 GiB does not help, even on a board with five pieces a side
// (docs/lab/questions.md).
std::uint64_t useful_cache_bytes(const std::optional<std::uint64_t>& memory);
// Makes a command that has no JSON refuse --json with this reason. The option is hidden from the help and the manual.
void refuse_json(CLI::App& command, const std::string& reason);
// Adds --color, and --json unless the command refuses it.
void add_output_options(CLI::App& command, OutputOptions& options);

// Adds --svg, for commands that draw. Before its work begins, the command must call claim_output(path, kPictureFile)
// (board_picture.h).
void add_picture_option(CLI::App& command, std::string& path);

}  // namespace uisge::cli

#include "solver/cli/options.h"

#include <algorithm>
#include <span>

#include "core/piece_count.h"
#include "db/file.h"
#include "solver/cli/word_check.h"
#include "solver/resources.h"
#include "solver/units.h"

namespace uisge::cli {

namespace {

// REQUIRES: the text has passed the option's check, so it is one of the option's values.
Result<ColorMode> parse_color_mode(const std::string& text) {
  if (text == "always") return ColorMode::kAlways;
  return text == "never" ? ColorMode::kNever : ColorMode::kAuto;
}

}  // namespace

void add_board_options(CLI::App& command, BoardOptions& options) {
  add_parsed_option(command, "--board", options.size, parse_board_size,
                    "files by ranks, each 2 to 9, at most 64 squares")
      ->type_name("FxR")
      ->default_str(to_string(options.size));
  add_number_option(command, "--pieces", options.pieces, kMinPieces, kMaxPieces, "pieces a side")
      ->default_str(std::to_string(options.pieces));
}

std::string options_of_game(const DatabaseIdentity& game) {
  return fmt::format("--board {} --pieces {} --stuck {}{}", to_string(game.board), game.pieces,
                     to_string(game.rules.stuck), game.rules.diagonal_jumps ? " --diagonal-jumps" : "");
}

std::vector<std::string> stuck_words() {
  std::vector<std::string> words;
  for (const StuckRule stuck : kAllStuckRules) words.emplace_back(to_string(stuck));
  return words;
}

void add_rule_options(CLI::App& command, RuleSet& rules) {
  add_parsed_option(command, "--stuck", rules.stuck, parse_stuck_rule,
                    "a player who cannot move loses, wins, draws or passes")
      ->check(one_of(stuck_words()))
      ->type_name("RULE")
      ->default_str(std::string(to_string(rules.stuck)));
  command.add_flag("--diagonal-jumps", rules.diagonal_jumps, "crowns may jump diagonally too");
}

CLI::Option* add_seconds_option(CLI::App& command, const std::string& name, double& seconds,
                                const std::string& description) {
  const auto parse = [name](const std::string& text) -> Result<double> {
    auto parsed = parse_seconds(text);
    if (!parsed) return usage_error(fmt::format("{}: {}", name, parsed.error().message));
    return parsed;
  };
  return add_parsed_option(command, name, seconds, parse, description)->type_name("SECONDS");
}

CLI::Option* add_file_option(CLI::App& command, const std::string& name, std::string& path,
                             const std::string& description) {
  const auto parse = [name](const std::string& text) -> Result<std::string> {
    if (text.empty()) return usage_error(name + ": the name of the file is empty");
    return text;
  };
  return add_parsed_option(command, name, path, parse, description)->type_name("FILE");
}

CLI::Option* add_repeated_option(CLI::App& command, const std::string& name, std::vector<std::string>& words,
                                 const std::string& description) {
  return command.add_option(name, words, description)
      ->expected(1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

CLI::Option* add_words(CLI::App& command, const std::string& name, std::vector<std::string>& words,
                       const std::string& description) {
  return command.add_option(name, words, description)->type_name("")->expected(0, -1);
}

Result<std::optional<OutputPlace>> claim_output(const std::string& path, const FileKind& kind) {
  if (path.empty()) return std::nullopt;
  auto place = UISGE_TRY(OutputPlace::claim(path, kind));
  return std::optional(std::move(place));
}

Result<void> publish_text(const OutputPlace& place, std::string_view text) {
  auto file = UISGE_TRY(AtomicFile::create(place));
  UISGE_TRY(file.append(std::as_bytes(std::span(text))));
  return file.publish();
}

void add_threads_option(CLI::App& command, std::size_t& threads) {
  static const std::size_t all = std::min(usable_processors(), kMaxThreads);  // counted once for all commands
  threads = all;
  add_number_option(command, "--threads", threads, 1, kMaxThreads, "threads to use")->default_str("one per processor");
}

void add_memory_option(CLI::App& command, std::optional<std::uint64_t>& bytes) {
  add_size_option(command, "--memory", bytes, "most memory to use, such as 8G or 512M");
}

std::uint64_t useful_cache_bytes(const std::optional<std::uint64_t>& memory) {
  return memory.value_or(std::min(available_memory() / 2, std::uint64_t{16} << 30));
}

void refuse_json(CLI::App& command, const std::string& reason) {
  const auto refuse = [reason](std::int64_t) { throw CLI::ParseError(reason, CLI::ExitCodes::ValidationError); };
  command.add_flag_function("--json", refuse)->group("");
}

void add_output_options(CLI::App& command, OutputOptions& options) {
  if (command.get_option_no_throw("--json") == nullptr) {
    command.add_flag("--json", options.json, "print JSON, for programs");
  }
  add_parsed_option(command, "--color", options.color, parse_color_mode, "use colours: auto, always or never")
      ->check(one_of({"auto", "always", "never"}))
      ->type_name("WHEN")
      ->default_str("auto");
}

void add_picture_option(CLI::App& command, std::string& path) {
  add_file_option(command, "--svg", path, "also draws the board and its moves into an SVG file");
}

}  // namespace uisge::cli

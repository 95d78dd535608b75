#include "solver/cli/options.h"

#include <algorithm>

#include "solver/cli/word_check.h"
#include "solver/resources.h"
#include "solver/units.h"

namespace uisge::cli {

namespace {

constexpr int kMaxThreads = 1024;

// The text has passed the option's check.
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
  command.add_option("--pieces", options.pieces, "pieces a side")
      ->check(CLI::Range(kMinPieces, kMaxPieces).description(""))
      ->type_name("N")
      ->capture_default_str();
}

void add_rule_options(CLI::App& command, RuleSet& rules) {
  add_parsed_option(command, "--stuck", rules.stuck, parse_stuck_rule,
                    "a player who cannot move loses, wins, draws or passes")
      ->check(one_of({"loses", "wins", "draws", "passes"}))
      ->type_name("RULE")
      ->default_str(std::string(to_string(rules.stuck)));
  command.add_flag("--diagonal-jumps", rules.diagonal_jumps, "crowns may jump diagonally too");
}

void add_threads_option(CLI::App& command, int& threads) {
  threads = std::min(usable_processors(), kMaxThreads);
  command.add_option("--threads", threads, "threads to use")
      ->check(CLI::Range(1, kMaxThreads).description(""))
      ->type_name("N")
      ->default_str("one per processor");
}

void add_memory_option(CLI::App& command, std::optional<std::uint64_t>& bytes) {
  add_parsed_option(command, "--memory", bytes, parse_size, "most memory to use, as 8G or 512M")->type_name("SIZE");
}

void add_output_options(CLI::App& command, OutputOptions& options) {
  command.add_flag("--json", options.json, "print JSON, for programs");
  add_parsed_option(command, "--color", options.color, parse_color_mode, "auto, always or never")
      ->check(one_of({"auto", "always", "never"}))
      ->type_name("WHEN")
      ->default_str("auto");
}

}  // namespace uisge::cli

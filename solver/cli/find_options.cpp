#include "solver/cli/find_options.h"

#include <fmt/format.h>

#include "solver/cli/options.h"

namespace uisge::cli {

namespace {

// A sample is held in memory, so its size is limited.
constexpr std::uint64_t kMaxSample = 10'000'000;
constexpr std::uint64_t kMaxRangeEnd = 1'000'000;

Result<std::uint32_t> parse_range_end(std::string_view text) {
  return parse_number<std::uint32_t>(text, 0, kMaxRangeEnd);
}

// Reads "win", or several outcomes with commas between them.
Result<std::array<bool, 3>> parse_outcomes(std::string_view text) {
  std::array<bool, 3> wanted{};
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string_view word = text.substr(begin, end - begin);
    bool known = false;
    for (const Outcome outcome : {Outcome::kWin, Outcome::kLoss, Outcome::kDraw}) {
      if (word != to_string(outcome)) continue;
      wanted[index(outcome)] = true;
      known = true;
    }
    if (!known) {
      return usage_error(
          fmt::format("--value: '{}' is no value, expected win, loss or draw, or several: win,draw", word));
    }
    begin = end + 1;
  }
  return wanted;
}

void add_range_option(CLI::App& command, const std::string& name, std::optional<CountRange>& range,
                      const std::string& description) {
  const auto parse = [name](const std::string& text) -> Result<std::optional<CountRange>> {
    const auto parsed = parse_count_range(text);
    if (!parsed) return usage_error(fmt::format("{}: {}", name, parsed.error().message));
    return std::optional(*parsed);
  };
  add_parsed_option(command, name, range, parse, description)->type_name("A..B")->group("Properties");
}

void add_side_options(CLI::App& command, const std::string& side, const std::string& whose,
                      SideProperties& properties) {
  add_range_option(command, "--" + side + "-crowns", properties.crowns, fmt::format("crowns of {}", whose));
  add_range_option(command, "--" + side + "-blanks", properties.blanks, fmt::format("blanks of {}", whose));
  add_range_option(command, "--" + side + "-moves", properties.moves,
                   fmt::format("legal moves of {}; 0: it is stuck", whose));
  add_range_option(command, "--" + side + "-pinned", properties.pinned,
                   fmt::format("pieces of {} without which the others are not connected", whose));
}

void add_property_options(CLI::App& command, FindCommandOptions& options) {
  PositionProperties& properties = options.properties;
  add_parsed_option(
      command, "--value", properties.outcomes, [](const std::string& text) { return parse_outcomes(text); },
      "win, loss or draw for the side to move, or several with commas")
      ->type_name("V")
      ->group("Properties");
  add_range_option(command, "--distance", properties.distance, "plies to the end, of wins and losses");
  add_side_options(command, "mover", "the side to move", properties.mover);
  add_side_options(command, "opponent", "the other side", properties.opponent);
  add_range_option(command, "--winning-moves", properties.moves.winning, "moves that win");
  add_range_option(command, "--drawing-moves", properties.moves.drawing, "moves that draw");
  add_range_option(command, "--losing-moves", properties.moves.losing, "moves that lose");
  add_range_option(command, "--keeping-moves", properties.moves.keeping, "moves that keep the position's value");
  add_range_option(command, "--best-moves", properties.moves.best, "moves that keep value and distance");
  command.add_flag("--reachable", options.is_reachable, "can arise from the start array by the file's rules")
      ->group("Properties");
  command
      .add_flag("--puzzle", options.is_puzzle,
                fmt::format("one move wins, in {} plies or more (or --distance), and {} other moves or more do not "
                            "lose at once; no two positions of one line of play",
                            kPuzzlePlies, kPuzzlePlausibleMoves))
      ->group("Properties");
}

}  // namespace

Result<CountRange> parse_count_range(std::string_view text) {
  CountRange range;
  const std::size_t dots = text.find("..");
  if (const std::size_t dash = text.find('-'); dots == std::string_view::npos && dash != std::string_view::npos) {
    return usage_error(
        fmt::format("'{}' is no range; did you mean '{}..{}'?", text, text.substr(0, dash), text.substr(dash + 1)));
  }
  const std::string_view least = text.substr(0, dots);
  const std::string_view most = dots == std::string_view::npos ? least : text.substr(dots + 2);
  if (least.empty() && most.empty()) return usage_error("expected a number or a range such as 3..7, 3.. or ..7");
  if (!least.empty()) {
    range.least = UISGE_TRY(parse_range_end(least));
  }
  if (!most.empty()) {
    range.most = UISGE_TRY(parse_range_end(most));
  }
  if (range.least > range.most) return usage_error(fmt::format("{}..{} has no members", range.least, range.most));
  return range;
}

void add_find_options(CLI::App& command, FindCommandOptions& options) {
  command.add_option("FILE", options.file, "a database, or a list of noted positions")->required()->type_name("");
  CLI::Option* const count = command.add_flag("--count", options.count, "print only how many there are");
  CLI::Option* const limit = add_number_option(command, "--limit", options.limit, 1, UINT64_MAX,
                                               "print only the first N, in the order of the file");
  CLI::Option* const sample =
      add_number_option(command, "--sample", options.sample, 1, kMaxSample, "print only N of them, chosen at random");
  add_number_option(command, "--seed", options.seed, 0, UINT64_MAX,
                    "chooses the sample; the same seed, the same positions")
      ->type_name("S")
      ->needs(sample);
  CLI::Option* const csv = command.add_flag("--csv", options.csv, "comma-separated values with a heading");
  count->excludes(limit)->excludes(sample)->excludes(csv);
  limit->excludes(sample);
  add_property_options(command, options);
  add_threads_option(command, options.threads);
  add_memory_option(command, options.memory);
}

}  // namespace uisge::cli

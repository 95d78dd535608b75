// `uisge diff`: compares two databases of the same board.
#include <array>

#include "core/notation.h"
#include "db/value_changes.h"
#include "solver/answers/wording.h"
#include "solver/cli/commands.h"
#include "solver/cli/open_database.h"
#include "solver/cli/options.h"
#include "solver/cli/progress_line.h"
#include "solver/openmp_parallel.h"
#include "solver/ratio.h"
#include "solver/units.h"

namespace uisge::cli {

namespace {

struct DiffOptions {
  std::string first;
  std::string second;
  std::size_t threads = 1;
};

constexpr std::array kOutcomes{Outcome::kWin, Outcome::kLoss, Outcome::kDraw};

struct Comparison {
  Database first;
  Database second;
  ValueChanges changes;

  std::uint64_t changed() const {
    std::uint64_t sum = 0;
    for (const Outcome a : kOutcomes) {
      for (const Outcome b : kOutcomes) sum += a == b ? 0 : changes.from_to(a, b).positions;
    }
    return sum;
  }
  bool has_distances() const {
    return stores_distances(first.header().codec) && stores_distances(second.header().codec);
  }
  std::string text(PositionCell cell) const { return to_text(first.board(), first.position(cell)); }
};

void print_as_json(const Comparison& comparison, Output& output) {
  Json changes = Json::array();
  for (const Outcome a : kOutcomes) {
    for (const Outcome b : kOutcomes) {
      const ValueChange& change = comparison.changes.from_to(a, b);
      if (a == b || change.positions == 0) continue;
      changes.push_back({{"from", to_string(a)},
                         {"to", to_string(b)},
                         {"positions", json_integer(change.positions)},
                         {"example", comparison.text(*change.example)}});
    }
  }
  Json json{
      {"files", {comparison.first.path(), comparison.second.path()}},
      {"rules", {to_string(comparison.first.identity().rules), to_string(comparison.second.identity().rules)}},
      {"live", json_integer(comparison.first.summary().raw.live())},
      {"changed", json_integer(comparison.changed())},
      {"other_distance", comparison.has_distances() ? json_integer(comparison.changes.longer_or_shorter) : Json()},
      {"changes", changes},
      {"start", nullptr}};
  if (const auto& start = comparison.first.summary().start) {
    const Label first = decode_label(comparison.first.summary().start_code);
    const Label second = decode_label(comparison.second.summary().start_code);
    json["start"] = {{"position", comparison.text(*start)},
                     {"first", verdict_json(Verdict::of(first))},
                     {"second", verdict_json(Verdict::of(second))},
                     {"changed", first.outcome != second.outcome}};
  }
  output.print_json(json);
}

void print_as_text(const Comparison& comparison, Output& output) {
  const std::uint64_t live = comparison.first.summary().raw.live();
  const std::uint64_t changed = comparison.changed();
  output.print("first:  {}\nsecond: {}\n\n", to_string(comparison.first.identity()),
               to_string(comparison.second.identity()));
  output.print_wrapped(fmt::format(
      "{} of {} positions change value ({:.2f} %), {}", format_count(changed), format_count(live),
      percent(changed, live),
      comparison.has_distances()
          ? fmt::format("{} keep it with another distance", format_count(comparison.changes.longer_or_shorter))
          : "distances are not compared"));
  if (changed > 0) output.write("\n");
  for (const Outcome a : kOutcomes) {
    for (const Outcome b : kOutcomes) {
      const ValueChange& change = comparison.changes.from_to(a, b);
      if (a == b || change.positions == 0) continue;
      output.print("{:>4} -> {:<4} {:>19}  {}\n", to_string(a), to_string(b), format_count(change.positions),
                   comparison.text(*change.example));
    }
  }
  if (!comparison.first.summary().start) return;
  const Label first = decode_label(comparison.first.summary().start_code);
  const Label second = decode_label(comparison.second.summary().start_code);
  output.print_wrapped(fmt::format(
      "\nstart: {} in the first, {} in the second: its value {}", verdict_in_words(Side::kWhite, Verdict::of(first)),
      verdict_in_words(Side::kWhite, Verdict::of(second)), first.outcome == second.outcome ? "stays" : "changes"));
}

Result<void> diff(const DiffOptions& options, Output& output) {
  auto first = UISGE_TRY(open_database(options.first));
  auto second = UISGE_TRY(open_database(options.second));
  ProgressLine line;
  const auto progress = [&](std::uint64_t done, std::uint64_t total) {
    line.update([&] { return fmt::format("compared {} of {} placements", format_count(done), format_count(total)); });
  };
  const auto changes =
      UISGE_TRY(compare_values(first, second, openmp_parallel(options.threads), useful_cache_bytes({}), progress));
  line.clear();
  const Comparison comparison{std::move(first), std::move(second), changes};
  output.json() ? print_as_json(comparison, output) : print_as_text(comparison, output);
  return {};
}

}  // namespace

void add_diff(Program& program) {
  const auto [command, options] =
      program.add_command<DiffOptions>("diff", "tells what another rule set changes on the same board",
                                       "uisge diff 7x6-4-loses.uisge 7x6-4-draws.uisge", diff);
  command.add_option("FILE", options.first, "a database")->required()->type_name("");
  command.add_option("OTHER", options.second, "a database of the same board and piece count")
      ->required()
      ->type_name("");
  add_threads_option(command, options.threads);
}

}  // namespace uisge::cli

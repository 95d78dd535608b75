// `uisge find`: finds the positions of a database, or of a list of noted positions, that have given properties.
#include <algorithm>
#include <memory>

#include "core/start.h"
#include "db/puzzle_lines.h"
#include "db/puzzles.h"
#include "solver/answers/found_position_text.h"
#include "solver/cli/commands.h"
#include "solver/cli/find_options.h"
#include "solver/cli/findable_file.h"
#include "solver/cli/options.h"
#include "solver/cli/progress_line.h"
#include "solver/cli/stop_signals.h"
#include "solver/openmp_parallel.h"
#include "solver/ratio.h"
#include "solver/reach/reach.h"
#include "solver/resources.h"
#include "solver/stopwatch.h"
#include "solver/units.h"

namespace uisge::cli {

namespace {

Result<PositionProperties> properties_of(const FindCommandOptions& options) {
  PositionProperties properties = options.properties;
  if (!options.is_puzzle) return properties;
  if (properties.outcomes != PositionProperties().outcomes || properties.moves.any()) {
    return usage_error(
        "--puzzle: sets the values of the position and its moves itself; leave out --value and the options of moves");
  }
  const PositionProperties of_puzzles = puzzle_properties();
  properties.outcomes = of_puzzles.outcomes;
  properties.moves = of_puzzles.moves;
  if (!properties.distance) properties.distance = of_puzzles.distance;
  return properties;
}

// The positions that can arise from the start array. Null if the user interrupted the search for these positions.
Result<std::unique_ptr<ReachedPositions>> reached_from_start(const FindableFile& file,
                                                             const FindCommandOptions& options) {
  const auto start = start_position(file.board(), file.identity().pieces);
  if (!start) return usage_error(fmt::format("--reachable: {}", start.error().message));
  const StopSignals signals;
  ProgressLine line;
  ReachRequest request{.start = *start,
                       .rules = file.identity().rules,
                       .memory_bytes = options.memory.value_or(available_memory() / 4 * 3),
                       .threads = options.threads,
                       .instructions = best_instruction_set(),
                       .cancel = &signals.requested()};
  request.observer = [&](const ReachProgress& progress) {
    line.update([&] {
      return fmt::format("what can arise: ply {}, {:3.0f} %, {} before", progress.ply, 100 * progress.share,
                         format_count(progress.total));
    });
  };
  auto reached = find_reached(request);
  if (reached) return reached;
  return error_in("--reachable", reached.error());
}

class FindRun {
 public:
  FindRun(const FindableFile& file, const FindCommandOptions& options, PositionProperties properties, Output& output)
      : file_(file),
        options_(options),
        properties_(std::move(properties)),
        parallel_(openmp_parallel(file.database() != nullptr ? options.threads : 1)),
        output_(output) {
    find_.cache_bytes = useful_cache_bytes(options.memory);
    find_.progress = [this](const FindProgress& progress) { show(progress); };
  }

  Result<void> count() {
    const auto counts = UISGE_TRY(file_.count(properties_, find_, parallel_));
    line_.clear();
    if (output_.json()) {
      output_.print_json({{"file", file_.path()},
                          {"count", json_integer(counts.found.raw)},
                          {"canonical", json_integer(counts.found.canonical)},
                          {"live", json_integer(counts.live)},
                          {"seconds", watch_.seconds()},
                          {"threads", parallel_.workers}});
    } else {
      output_.print("{} of {} positions, {} up to symmetry\n", format_count(counts.found.raw),
                    format_count(counts.live), format_count(counts.found.canonical));
    }
    return {};
  }

  Result<void> list() {
    std::optional<PuzzleLines> lines;
    if (options_.is_puzzle) lines.emplace(*file_.database());
    std::optional<Error> error;
    auto visited = file_.visit(properties_, find_, parallel_, [&](const FoundPosition& found) {
      if (lines) {
        const auto taken = lines->take(found);
        if (!taken) error = taken.error();
        if (!taken || !*taken) return taken.has_value();
      }
      line_.clear();
      print(found);
      return !options_.limit || printed_ < *options_.limit;
    });
    line_.clear();
    if (error) return tl::unexpected(*error);
    if (!visited) return visited;
    return say_if_none();
  }

  Result<void> sample() {
    const auto chosen = UISGE_TRY(sampled());
    line_.clear();
    for (const FoundPosition& found : chosen) print(found);
    return say_if_none();
  }

 private:
  void show(const FindProgress& progress) {
    line_.update([&] {
      const double share = ratio(progress.done, progress.total);
      return fmt::format("{:3.0f} %, {} left, {} found up to symmetry", 100 * share,
                         format_duration(watch_.seconds() * ((1 - share) / share)), format_count(progress.found));
    });
  }

  void print(const FoundPosition& found) {
    const bool with_moves = properties_.moves.any();
    const Position position = file_.position(found.cell);
    if (printed_++ == 0 && options_.csv) output_.write(csv_heading(with_moves));
    if (output_.json()) {
      output_.print_json(found_json(file_.board(), position, found, with_moves));
    } else if (options_.csv) {
      output_.write(csv_line(file_.board(), position, found, with_moves));
    } else {
      output_.print_wrapped(found_line(file_.board(), position, found, with_moves), 2);
    }
  }

  Result<std::vector<FoundPosition>> sampled() const {
    if (options_.is_puzzle) {
      return sample_puzzles(*file_.database(), properties_, {*options_.sample, options_.seed}, find_, parallel_);
    }
    return file_.sample(properties_, *options_.sample, options_.seed, find_, parallel_);
  }

  Result<void> say_if_none() {
    if (printed_ > 0) return {};
    if (options_.csv) output_.write(csv_heading(properties_.moves.any()));
    print_message(fmt::format("{}: no position has these properties", file_.path()));
    return {};
  }

  const FindableFile& file_;
  const FindCommandOptions& options_;
  const PositionProperties properties_;
  const Parallel parallel_;
  Output& output_;
  FindOptions find_;
  ProgressLine line_;
  Stopwatch watch_;
  std::uint64_t printed_ = 0;
};

// If the user names neither a property nor a limit, a file with more positions than this is refused.
constexpr std::uint64_t kMostUnasked = 10'000;

// Refuses properties about which the file says nothing. Also refuses a large file if the user names no property: every
// position would match, so the user has probably forgotten the properties.
Result<void> check_wanted(const FindableFile& file, const FindCommandOptions& options,
                          const PositionProperties& properties) {
  if (properties.moves.any() && file.database() == nullptr) {
    return usage_error(
        fmt::format("{}: is a list of noted positions, which need not hold the positions after a move; leave out "
                    "--puzzle and the options of winning, drawing, losing, keeping and best moves",
                    file.path()));
  }
  const bool has_properties = options.is_puzzle || options.is_reachable || options.properties.any();
  if (has_properties || options.count || options.limit || options.sample) return {};
  const std::uint64_t all = file.most_positions();
  if (all <= kMostUnasked) return {};
  return usage_error(
      fmt::format("find: without a property all {} positions would be listed; give one, or --limit N, --sample N or "
                  "--count{}",
                  format_count(all), file.database() == nullptr ? "" : " ('uisge export --csv' writes them all)"));
}

Result<void> find(const FindCommandOptions& options, Output& output) {
  if (options.csv && output.json()) return usage_error("--csv: cannot be combined with --json; leave one of them out");
  auto properties = UISGE_TRY(properties_of(options));
  const auto file = UISGE_TRY(FindableFile::open(options.file));
  UISGE_TRY(check_wanted(*file, options, properties));
  std::unique_ptr<ReachedPositions> reached;
  if (options.is_reachable) {
    auto found = UISGE_TRY(reached_from_start(*file, options));
    if (!found) return interrupted_error("interrupted before the search for matching positions began");
    reached = std::move(found);
    properties.also = [&reached](PositionCell cell) { return reached->contains(cell); };
  }
  FindRun run(*file, options, std::move(properties), output);
  if (options.count) return run.count();
  return options.sample ? run.sample() : run.list();
}

}  // namespace

void add_find(Program& program) {
  const auto [command, options] = program.add_command<FindCommandOptions>(
      "find", "finds positions by value, distance, moves, crowns and more",
      "uisge find 7x6-4-loses.uisge --value win --winning-moves 1 --limit 5", find);
  add_find_options(command, options);
}

}  // namespace uisge::cli

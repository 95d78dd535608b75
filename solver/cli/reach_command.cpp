// `uisge reach`: counts the positions that can arise from the start or another position, by ply.
#include "solver/ratio.h"
#include "solver/reach/reach.h"

#include "core/notation.h"
#include "solver/answers/database_summary.h"
#include "solver/answers/wording.h"
#include "solver/cli/commands.h"
#include "solver/cli/kernel_option.h"
#include "solver/cli/position_argument.h"
#include "solver/cli/progress_line.h"
#include "solver/cli/stop_signals.h"
#include "solver/cli/word_check.h"
#include "solver/resources.h"
#include "solver/stopwatch.h"
#include "solver/units.h"

namespace uisge::cli {

namespace {

constexpr int kMaxReachPlies = 10'000;

struct ReachOptions {
  PositionArgument position;
  RuleSet rules;
  std::optional<int> plies;
  ReachMethod method = ReachMethod::kAuto;
  std::optional<std::uint64_t> memory;
  std::size_t threads = 1;
  InstructionSet kernel = InstructionSet::kPortable;
};

// REQUIRES: the text has passed the option's check.
Result<ReachMethod> parse_method(const std::string& text) {
  if (text == "planes") return ReachMethod::kPlanes;
  return text == "keys" ? ReachMethod::kKeys : ReachMethod::kAuto;
}

std::string_view method_name(ReachMethod method) {
  return method == ReachMethod::kPlanes ? "planes" : "keys";
}

std::string_view end_name(ReachEnd end) {
  switch (end) {
    case ReachEnd::kComplete: return "complete";
    case ReachEnd::kPlies: return "plies";
    case ReachEnd::kMemory: return "memory";
    case ReachEnd::kCancelled: break;
  }
  return "interrupted";
}

Json json_of(const ReachPly& ply) {
  return {{"canonical", json_integer(ply.reached.canonical)},
          {"raw", json_integer(ply.reached.raw)},
          {"completed_canonical", json_integer(ply.completed.canonical)},
          {"completed_raw", json_integer(ply.completed.raw)}};
}

Json json_of(const ReachOptions& options, const Position& start, const ReachResult& result) {
  const Board board(start.size());
  Json json{{"position", to_text(board, start)}};
  json.update(identity_json({start.size(), start.pieces(), options.rules}));
  json["complete"] = result.end == ReachEnd::kComplete;
  json["ended"] = end_name(result.end);
  json["plies"] = result.plies.size() - 1;
  json.update(json_of(result.total));
  json["by_ply"] = Json::array();
  for (std::size_t ply = 0; ply < result.plies.size(); ++ply) {
    Json row{{"ply", ply}};
    row.update(json_of(result.plies[ply]));
    json["by_ply"].push_back(std::move(row));
  }
  if (result.end == ReachEnd::kMemory || result.end == ReachEnd::kCancelled) {
    json["unfinished"] = json_of(result.unfinished);
  }
  json["board_live"] = result.board_live == 0 ? Json() : json_integer(result.board_live);
  json["method"] = method_name(result.method);
  json["seconds"] = result.elapsed.count();
  json["threads"] = options.threads;
  json["peak_memory"] = json_integer(peak_memory());
  return json;
}

std::string outcome_in_words(const ReachOptions& options, const ReachResult& result) {
  const std::size_t ply = result.plies.size();
  const auto at_least = [&] {
    return fmt::format("ply {} has at least {} more", ply, format_count(result.unfinished.reached.canonical));
  };
  switch (result.end) {
    case ReachEnd::kComplete: return fmt::format("Complete: nothing new arises after {}", plies_in_words(ply - 1));
    case ReachEnd::kPlies: return fmt::format("Stopped as asked after {}", plies_in_words(*options.plies));
    case ReachEnd::kMemory: return fmt::format("Stopped: no memory for more; {}", at_least());
    case ReachEnd::kCancelled: break;
  }
  return fmt::format("Interrupted; {}", at_least());
}

void print(const ReachOptions& options, const Position& start, const ReachResult& result, Output& output) {
  output.print("{}: {} with {} a side, {}\n", to_text(Board(start.size()), start), to_string(start.size()),
               start.pieces(), to_string(options.rules));
  constexpr const char* kRow = "{:>5} {:>19} {:>19} {:>19}\n";
  output.print(fmt::runtime(kRow), "ply", "new positions", "up to symmetry", "of these completed");
  const auto row = [&](const std::string& name, const ReachPly& ply) {
    output.print(fmt::runtime(kRow), name, format_count(ply.reached.raw), format_count(ply.reached.canonical),
                 format_count(ply.completed.canonical));
  };
  for (std::size_t ply = 0; ply < result.plies.size(); ++ply) row(std::to_string(ply), result.plies[ply]);
  row("all", result.total);
  output.print_wrapped(outcome_in_words(options, result) + ".");
  if (result.end == ReachEnd::kComplete && result.board_live != 0) {
    const std::uint64_t live = result.total.reached.raw - result.total.completed.raw;
    output.print_wrapped(fmt::format("Of the board's {} positions that are not over, {} can arise ({:.2f} %).",
                                     format_count(result.board_live), format_count(live),
                                     percent(live, result.board_live)));
  }
  output.print("{} on {}, {} of memory\n", format_duration(result.elapsed), format_number_of(options.threads, "thread"),
               format_size(peak_memory()));
}

std::string progress_text(const ReachProgress& progress, std::chrono::duration<double> elapsed) {
  return fmt::format("ply {}, {:3.0f} %, +{}, {} before, {}, {}", progress.ply, 100 * progress.share,
                     format_count(progress.found), format_count(progress.total), format_duration(elapsed),
                     format_size(peak_memory()));
}

Result<void> run(const ReachOptions& options, Output& output) {
  const auto start = UISGE_TRY(read_position(options.position, options.rules));
  ReachRequest request{start, options.rules};
  request.method = options.method;
  request.max_plies = options.plies;
  const std::uint64_t available = available_memory();
  if (options.memory) UISGE_TRY(require_memory("--memory", *options.memory));
  request.memory_bytes = options.memory.value_or(available - available / 8);
  request.threads = options.threads;
  request.instructions = options.kernel;
  const StopSignals signals;
  request.cancel = &signals.requested();
  ProgressLine line;
  const Stopwatch watch;
  request.observer = [&](const ReachProgress& progress) {
    line.update([&] { return progress_text(progress, watch.elapsed()); });
  };
  const auto result = UISGE_TRY(reach(request));
  line.clear();
  if (output.json()) {
    output.print_json(json_of(options, start, result));
  } else {
    print(options, start, result, output);
  }
  if (result.end == ReachEnd::kCancelled) {
    return interrupted_error("reach: interrupted, the plies above are what was counted until then");
  }
  return {};
}

}  // namespace

void add_reach(Program& program) {
  const auto [command, options] = program.add_command<ReachOptions>(
      "reach", "counts the positions that can arise from the start or another, by ply",
      "uisge reach --board 7x6 --pieces 4", run);
  add_position_argument(command, options.position);
  add_rule_options(command, options.rules);
  add_number_option(command, "--plies", options.plies, 0, kMaxReachPlies, "stop after this number of plies");
  add_parsed_option(
      command, "--method", options.method, parse_method,
      "planes: a bit for every position of the board; keys: a list of the positions that have arisen; auto: "
      "planes if they fit")
      ->check(one_of({"auto", "planes", "keys"}))
      ->type_name("HOW")
      ->default_str("auto");
  add_threads_option(command, options.threads);
  add_memory_option(command, options.memory);
  add_kernel_option(command, options.kernel);
}

}  // namespace uisge::cli

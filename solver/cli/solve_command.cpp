// `uisge solve`: builds a database, or only counts positions.
#include <memory>

#include "core/start.h"
#include "db/database.h"
#include "db/note_file.h"
#include "solver/answers/database_summary.h"
#include "solver/assemble/existing_database.h"
#include "solver/card/exact_card.h"
#include "solver/checkpoint/ply_log.h"
#include "solver/checkpoint/ply_log_reader.h"
#include "solver/cli/commands.h"
#include "solver/cli/device_option.h"
#include "solver/cli/exact_solve.h"
#include "solver/cli/kernel_option.h"
#include "solver/cli/options.h"
#include "solver/cli/progress_line.h"
#include "solver/cli/solve_progress_text.h"
#include "solver/cli/solve_report.h"
#include "solver/cli/stop_signals.h"
#include "solver/cli/summary_text.h"
#include "solver/cli/values_solve.h"
#include "solver/ratio.h"
#include "solver/resources.h"
#include "solver/solve/solve.h"
#include "solver/stopwatch.h"
#include "solver/units.h"

namespace uisge::cli {

namespace {

struct SolveOptions {
  BoardOptions board;
  RuleSet rules;
  std::string output;
  std::size_t threads = 1;
  std::optional<std::uint64_t> memory;
  InstructionSet kernel = InstructionSet::kPortable;
  std::optional<CodecId> codec;
  bool summary_only = false;
  bool resume = false;
  bool restart = false;
  bool values = false;
  bool exact = false;
  std::uint64_t plies = kMaxPlies;
  std::string note_list;
  std::optional<Plies> note_plies;
  bool start_only = false;
  std::string guide;
  DeviceOptions device;
  std::string plane;
};

Result<CodecId> parse_codec(const std::string& text) {
  if (text == "all") return CodecId::kCrownContexts;
  if (text == "lost") return CodecId::kLostPositions;
  return usage_error(fmt::format("--codec: '{}' is none of all, lost", text));
}

void print(const SolveResult& result, const SolveRequest& request, bool already_solved, Output& output) {
  const DatabaseSummary summary{request.identity, result.summary, result.placements, true};
  const FinishedSolve report(request, result, request.output, result.cells);
  if (output.json()) {
    Json json = summary_json(summary);
    json["already_solved"] = already_solved;
    json.update(file_json(report));
    json.update(time_json(report));
    json.update(machine_json(report));
    json["peak_memory"] = json_integer(peak_memory());
    json["resumed_at"] = result.resumed_at;
    output.print_json(json);
    return;
  }
  print_summary(summary, output);
  if (!already_solved) {
    const double speed = per_second(result.cells, std::max(result.seconds, 1e-6));
    print_time(report, fmt::format("{} positions a second", format_rate(speed)), output);
  }
  print_database_file(report, already_solved, output);
}

// Returns the database that an earlier solve made. Returns std::nullopt if there is none, or if the board must be
// solved again: on --restart, or if a checkpoint lies beside the database (`is_begun`). It is a usage error if the user
// asked for another codec than that of the database.
Result<std::optional<Database>> finished_database(const SolveRequest& request, std::optional<CodecId> codec,
                                                  bool is_begun) {
  const bool solves = request.restart || is_begun;
  auto database = UISGE_TRY(existing_database(request.output, request.identity, true, solves));
  if (solves) return std::nullopt;
  if (database && codec && *codec != database->header().codec) {
    const bool stores_all = database->header().codec == CodecId::kCrownContexts;
    return usage_error(
        fmt::format("{}: is there already, made with --codec {}", request.output, stores_all ? "all" : "lost"),
        {{Remedy::kRestartOrOtherOutput}});
  }
  return database;
}

// Returns the result of the solve that made the database.
SolveResult earlier_result(const Database& database, const Stopwatch& watch) {
  SolveResult result;
  result.summary = database.summary();
  result.placements.assign(database.placements().begin(), database.placements().end());
  result.cells = result.placements.size() * std::uint64_t{positions_per_placement(database.identity().pieces)};
  result.bytes = database.file().bytes();
  result.seconds = watch.seconds();
  return result;
}

Result<void> run_exact(const SolveOptions& options, Output& output) {
  ExactRequest request{.identity = {options.board.size, options.board.pieces, options.rules},
                       .threads = options.threads,
                       .memory_bytes = options.memory,
                       .instructions = options.kernel,
                       .plies = static_cast<Plies>(options.plies),
                       .note_list = options.note_list,
                       .note_plies = options.note_plies};
  const bool is_noting = !options.note_list.empty() || options.note_plies;
  if (!is_noting && !options.output.empty()) {
    return usage_error("--out: with --exact it is for noted positions; say which ones with --note or --note-plies");
  }
  if (is_noting) request.notes = options.output.empty() ? default_notes_name(request.identity) : options.output;
  if (options.plane.empty() && (options.resume || (options.restart && !is_noting))) {
    return usage_error(
        "--restart, --resume: with --exact they go with --plane FILE, and --restart also with --note or --note-plies");
  }
  request.plane = options.plane;
  request.restart = options.restart;
  request.start_only = options.start_only;
  if (options.device.card == CardChoice::kNever) return run_exact_solve(request, output);
  if (options.device.card == CardChoice::kIfItPays) return usage_error("--device: with --exact it is cpu or gpu");
  ExactCard card = UISGE_TRY(ExactCard::open(options.device.memory));
  request.device = &card;
  return run_exact_solve(request, output);
}

Result<void> run_values(const SolveOptions& options, const SolveTeam& team, Output& output) {
  if (team.members() > 1) {
    return usage_error("--values: one process solves values; start it without an MPI launcher");
  }
  const bool wants_strategy = !options.guide.empty();
  if (options.start_only || wants_strategy) {
    const auto start = start_position(Board(options.board.size), options.board.pieces);
    if (!start) return tl::unexpected(error_in(wants_strategy ? "--prove-start" : "--start-only", start.error()));
  }
  if (options.exact) return run_exact(options, output);
  if (options.start_only && !options.output.empty()) {
    return usage_error("--out: cannot be combined with --start-only, which makes no database; leave one of them out");
  }
  ValuesRequest request{.identity = {options.board.size, options.board.pieces, options.rules},
                        .start_only = options.start_only,
                        .wants_strategy = wants_strategy};
  if (!options.summary_only && !options.start_only && !wants_strategy) {
    request.output = options.output.empty() ? default_values_name(request.identity) : options.output;
  }
  request.plane = options.plane;
  request.threads = options.threads;
  request.memory_bytes = options.memory;
  request.instructions = options.kernel;
  request.restart = options.restart;
  request.card = options.device.card;
  request.card_memory_bytes = options.device.memory;
  return run_values_solve(request, options.guide, output);
}

Result<void> run(const SolveOptions& options, SolveTeam& team, Output& output) {
  if (options.values) return run_values(options, team, output);
  SolveRequest request{.identity = {options.board.size, options.board.pieces, options.rules}};
  if (!options.summary_only) {
    request.output = options.output.empty() ? default_file_name(request.identity) : options.output;
  }
  request.threads = options.threads;
  request.memory_bytes = options.memory;
  request.instructions = options.kernel;
  request.codec = options.codec.value_or(CodecId::kLostPositions);
  request.restart = options.restart;

  if (!options.summary_only) {
    const Stopwatch watch;
    // An interrupted solve continues from its checkpoint; with --values it continues from its plane.
    const bool is_begun = team.is_leader() && PlyLogReader::is_checkpoint(ply_log_path(request.output));
    const auto database =
        team.is_leader() ? finished_database(request, options.codec, is_begun) : std::optional<Database>();
    UISGE_TRY(team.agree(database.map([](const std::optional<Database>&) {})));
    // The others are told first: if printing fails, this process ends, and the others would wait for ever.
    if (team.tell(*database ? 1 : 0) != 0) {
      if (*database) print(earlier_result(**database, watch), request, true, output);
      return {};
    }
    request.resume = !request.restart && (options.resume || team.tell(is_begun ? 1 : 0) != 0);
  }

  const StopSignals signals;
  ProgressLine line;
  const Stopwatch watch;
  SolveProgressText text(request.identity.pieces);
  SolveObserver observer;
  observer.progress = [&](const SolveProgress& progress) {
    text.note(progress, watch.seconds());
    line.update([&] { return text.line(peak_memory()); });
  };
  observer.note = [&](const std::string& note) { line.say(note); };
  const auto result = solve(request, observer, signals.requested(), team);
  line.clear();
  if (!result) share_stop_signal(team);  // if one process fails, all processes end
  if (!result) return tl::unexpected(result.error());
  if (team.is_leader()) print(*result, request, false, output);
  return {};
}

}  // namespace

void add_solve(Program& program) {
  auto options = std::make_shared<SolveOptions>();
  CLI::App& command = program.add_command(
      "solve", "builds the database of a board: value and distance of every position",
      "uisge solve --board 7x6 --pieces 4 --stuck loses",
      [options, team = program.team()](Output& output) {
        SoleMember alone;
        return run(*options, team == nullptr ? alone : *team, output);
      },
      true);
  add_board_options(command, options->board);
  add_rule_options(command, options->rules);
  add_parsed_option(command, "--codec", options->codec, parse_codec,
                    "what the file stores: the lost positions (lost), from which all others follow, or all positions "
                    "(all), which gives a file twice as large that answers faster")
      ->type_name("WHICH")
      ->default_str("lost");
  CLI::Option* const out = add_file_option(command, "--out", options->output, "the file [named as 7x6-4-loses.uisge]");
  command.add_flag("--summary-only", options->summary_only, "keep no file, only count")->excludes(out);
  add_threads_option(command, options->threads);
  add_memory_option(command, options->memory);
  add_kernel_option(command, options->kernel);
  CLI::Option* const resume =
      command.add_flag("--resume", options->resume, "go on with an interrupted solve, if there is one (the default)");
  command.add_flag("--restart", options->restart, "solve anew, even if a finished or interrupted solve is there")
      ->excludes(resume);
  CLI::Option* const values =
      command
          .add_flag("--values", options->values,
                    "values without distances: one bit of memory per position, a quarter of a bit on disk")
          ->excludes("--codec");
  add_file_option(
      command, "--plane", options->plane,
      "with --values: keep the plane of won positions in this file, so that the same command can go on with it")
      ->needs(values);
  command
      .add_flag("--start-only", options->start_only,
                "with --values: end as soon as the start is known to be won or lost; no counts, no database")
      ->needs(values);
  add_file_option(command, "--prove-start", options->guide,
                  "with --values: find how the start is won, and write the winning moves to this file, a guide for "
                  "`uisge prove`; no database")
      ->needs(values)
      ->excludes(out)
      ->excludes("--start-only");
  CLI::Option* const exact =
      command
          .add_flag("--exact", options->exact,
                    "with --values: distances too, with 1.25 bits of memory per position: prints the "
                    "start's distance as soon as it is known, and the counts by distance; no database")
          ->needs(values)
          ->excludes("--prove-start");
  add_number_option(command, "--plies", options->plies, 0, kMaxPlies,
                    "with --exact: end when every win and loss within N plies is known")
      ->needs(exact);
  add_file_option(command, "--note", options->note_list,
                  "with --exact: FILE lists positions, one per line; keep their values and distances in a file that "
                  "`uisge query` reads [named as 7x6-4-loses.notes]")
      ->needs(exact)
      ->excludes("--summary-only");
  add_number_option(command, "--note-plies", options->note_plies, 0, kMaxPlies,
                    "with --exact: also keep all positions that can arise within N plies of the start")
      ->needs(exact)
      ->excludes("--summary-only");
  add_device_options(command, options->device, values, "take at most this much of the card's memory [what is free]");
}

}  // namespace uisge::cli

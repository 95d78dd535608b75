#include "solver/cli/values_solve.h"

#include "solver/answers/database_summary.h"
#include "solver/answers/wording.h"
#include "solver/assemble/existing_database.h"
#include "solver/cli/options.h"
#include "solver/cli/progress_line.h"
#include "solver/cli/solve_report.h"
#include "solver/cli/stop_signals.h"
#include "solver/cli/summary_text.h"
#include "solver/cli/values_progress_text.h"
#include "solver/resources.h"
#include "solver/search/guide_file.h"
#include "solver/stopwatch.h"
#include "solver/units.h"
#include "solver/values/plane_file.h"

namespace uisge::cli {

namespace {

ValuesResult earlier_result(const Database& database) {
  ValuesResult result;
  result.summary = database.summary();
  result.plan.cells = database.placements().size() * std::uint64_t{positions_per_placement(database.identity().pieces)};
  result.bytes = database.file().bytes();
  return result;
}

Json values_json(const ValuesResult& result, const ValuesRequest& request, const FinishedSolve& report,
                 bool already_solved) {
  Json json = summary_json({request.identity, result.summary, {}});
  if (!result.has_counts) {
    for (const char* count : {"live", "won", "lost", "drawn", "canonical"}) json[count] = nullptr;
  }
  json["already_solved"] = already_solved;
  json["distances"] = false;
  json.update(file_json(report));
  json.update(time_json(report));
  json["sweeps"] = result.sweeps;
  json.update(machine_json(report));
  json["plane_bytes"] = json_integer(result.plan.plane_bytes);
  json["plane_bytes_read"] = json_integer(result.bytes_read);
  json["plane_bytes_written"] = json_integer(result.bytes_written);
  json["peak_memory"] = json_integer(peak_memory());
  json["card"] = Json();
  if (const auto& card = result.card) {
    json["card"] = card_json(card->info.name, card->split.card_bytes, card->split.pinned_bytes);
  }
  return json;
}

void print(const ValuesResult& result, const ValuesRequest& request, bool already_solved, Output& output) {
  const FinishedSolve report(request, result, request.output, result.plan.cells);
  if (output.json()) return output.print_json(values_json(result, request, report, already_solved));
  const DatabaseSummary summary{request.identity, result.summary, {}};
  if (result.has_counts) {
    print_summary(summary, output);
  } else {
    print_start(summary, output);
  }
  if (!already_solved) print_time(report, format_number_of(result.sweeps, "sweep"), output);
  if (result.card) {
    output.print_row("card", 10,
                     fmt::format("{}, {} of its memory and {} of this machine's, {} copied there and {} back",
                                 result.card->info.name, format_size(result.card->split.card_bytes),
                                 format_size(result.card->split.pinned_bytes), format_size(result.bytes_read),
                                 format_size(result.bytes_written)));
  } else if (result.bytes_read != 0) {
    output.print_row(
        "disk", 10,
        fmt::format("{} read, {} written", format_size(result.bytes_read), format_size(result.bytes_written)));
  }
  print_database_file(report, already_solved, output);
}

}  // namespace

Result<void> run_values_solve(const ValuesRequest& request, const std::string& guide, Output& output) {
  auto guide_place = UISGE_TRY(claim_output(guide, kGuideFile));
  if (guide_place && guide_place->is_at(request.plane)) {
    return usage_error(fmt::format("{}: the guide is written there, so the plane needs another name", guide),
                       {{Remedy::kOtherPlane}});
  }
  if (!request.output.empty()) {
    // A plane file beside a database shows that a second solve of the board was begun.
    const bool is_begun = request.plane.empty() && PlaneFile::is_plane(plane_file_path(request.output));
    const bool solves = request.restart || is_begun;
    const auto database = UISGE_TRY(existing_database(request.output, request.identity, false, solves));
    if (database && !solves) {
      print(earlier_result(*database), request, true, output);
      return {};
    }
  }
  const StopSignals signals;
  ProgressLine line;
  const Stopwatch watch;
  ValuesProgressText text(request.card != CardChoice::kNever);
  const auto say = [&](const std::string& message) { line.say(message); };
  ValuesObserver observer;
  observer.progress = [&](const ValuesProgress& progress) {
    line.update([&] { return text.line(progress, watch.seconds(), peak_memory()); });
  };
  observer.note = say;
  observer.strategy = [&](const PlacementTable& table, const StrategyRound& round,
                          const PartialStrategy& strategy) -> Result<void> {
    say(fmt::format("round {}: {} moves, {} positions open", round.round, format_count(strategy.moves.size()),
                    format_count(strategy.open.size())));
    // Each round finds more winning moves. Its guide replaces the file of the previous round.
    return write_guide(*guide_place, table.board(), request.identity.rules, settled_moves(table, strategy));
  };
  observer.start = [&](Outcome outcome) {
    say(fmt::format("start: {}", verdict_in_words(Side::kWhite, Verdict::of(without_distance(Label{outcome, 0})))));
  };
  const auto result = UISGE_TRY(solve_values(request, observer, signals.requested()));
  line.clear();
  print(result, request, false, output);
  if (!guide.empty() && !output.json()) {
    output.print_row("guide", 10,
                     fmt::format("{}: 'uisge prove --guide {} {}' makes a proof of it, --out FILE keeps the proof",
                                 printable(guide), printable(word_of_shell(guide)), options_of_game(request.identity)));
  }
  return {};
}

}  // namespace uisge::cli

#include "solver/cli/exact_solve.h"

#include "solver/answers/database_summary.h"
#include "solver/answers/wording.h"
#include "solver/cli/exact_progress_text.h"
#include "solver/cli/progress_line.h"
#include "solver/cli/solve_report.h"
#include "solver/cli/stop_signals.h"
#include "solver/cli/summary_text.h"
#include "solver/resources.h"
#include "solver/stopwatch.h"
#include "solver/units.h"

namespace uisge::cli {

namespace {

Verdict start_verdict(const ExactResult& result) {
  if (result.start_open_within) return Verdict::undecided_within(*result.start_open_within);
  return Verdict::of(decode_label(result.summary.start_code));
}

Json exact_json(const ExactResult& result, const ExactRequest& request, const FinishedSolve& report) {
  Json json = summary_json({request.identity, result.summary, result.placements});
  if (!result.is_complete) {
    json["canonical"] = Json();
    json["drawn"] = Json();
  }
  if (result.summary.start) json["start"].update(verdict_json(start_verdict(result)));
  json["complete"] = result.is_complete;
  json["already_solved"] = false;
  json.update(file_json(report));
  json["noted"] = json_integer(result.noted);
  json.update(time_json(report));
  json["stages"] = result.stages;
  json["resumed_stages"] = result.resumed_after;
  json.update(machine_json(report));
  json["plane_bytes"] = json_integer(result.plan.plane_bytes);
  json["window_bytes"] = json_integer(result.plan.window_bytes);
  json["card"] = Json();
  if (const auto& device = result.plan.device) {
    json["card"] = card_json(device->name, device->device_bytes, device->host_bytes);
  }
  json["peak_memory"] = json_integer(peak_memory());
  return json;
}

void print(const ExactResult& result, const ExactRequest& request, Output& output) {
  const std::string list = result.bytes > 0 ? request.notes : "";
  const FinishedSolve report(request, result, list, result.plan.cells);
  if (output.json()) return output.print_json(exact_json(result, request, report));
  print_histogram(result.summary.by_distance, output);
  output.write("\n");
  const DatabaseSummary summary{request.identity, result.summary, result.placements};
  if (result.is_complete) {
    print_summary(summary, output);
  } else {
    output.print_row("game", 10, to_string(request.identity));
    if (result.summary.start) {
      output.print_row("start", 10, verdict_in_words(Side::kWhite, start_verdict(result)));
    }
  }
  print_time(report, format_number_of(result.stages, "stage"), output);
  if (const auto& device = result.plan.device) {
    output.print_row("card", 10,
                     fmt::format("{}, {} of its memory and {} of this machine's", device->name,
                                 format_size(device->device_bytes), format_size(device->host_bytes)));
  }
  output.print_row("window", 10,
                   fmt::format("{} of {} placements, {}", format_count(result.window),
                               format_count(result.plan.placements), format_size(result.plan.window_bytes)));
  print_file(report, ", " + format_number_of(result.noted, "noted position"), output);
}

}  // namespace

Result<void> run_exact_solve(const ExactRequest& request, Output& output) {
  const StopSignals signals;
  ProgressLine line;
  const Stopwatch watch;
  ExactObserver observer;
  observer.progress = [&](const ExactProgress& progress) {
    line.update([&] { return exact_progress_line(request.identity, progress, watch.seconds(), peak_memory()); });
  };
  observer.start = [&](Label label) {
    line.say(fmt::format("start: {}", verdict_in_words(Side::kWhite, Verdict::of(label))));
  };
  observer.note = [&](const std::string& note) { line.say(note); };
  const auto result = UISGE_TRY(solve_exact(request, observer, signals.requested()));
  line.clear();
  print(result, request, output);
  // An error has one line, so the first of two errors becomes a note.
  if (!result.saved && !result.listed) line.say(result.saved.error().message);
  if (!result.ended && !result.listed) line.say(result.listed.error().message);
  if (!result.ended) return result.ended;
  return result.listed ? result.saved : result.listed;
}

}  // namespace uisge::cli

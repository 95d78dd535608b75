#include "solver/cli/exact_solve.h"

#include "solver/answers/database_summary.h"
#include "solver/answers/wording.h"
#include "solver/cli/exact_progress_text.h"
#include "solver/cli/progress_line.h"
#include "solver/cli/stop_signals.h"
#include "solver/cli/summary_text.h"
#include "solver/resources.h"
#include "solver/stopwatch.h"
#include "solver/units.h"

namespace uisge::cli {

namespace {

// The start's verdict. If the solve ended early, a start without a value has the label of a draw.
Verdict start_verdict(const ExactResult& result) {
  const Label label = decode_label(result.summary.start_code);
  if (label.outcome == Outcome::kDraw && !result.is_complete) return Verdict::undecided_within(result.plies);
  return Verdict::of(label);
}

Json exact_json(const ExactResult& result, const ExactRequest& request) {
  Json json = summary_json({request.identity, result.summary, result.placements});
  if (!result.is_complete) {
    json["canonical"] = Json();
    json["drawn"] = Json();
  }
  if (result.summary.start) json["start"].update(verdict_json(start_verdict(result)));
  json["complete"] = result.is_complete;
  json["already_solved"] = false;
  json["bytes"] = json_integer(result.bytes);
  json["file"] = request.notes.empty() ? Json() : Json(request.notes);
  json["noted"] = json_integer(result.noted);
  json["seconds"] = result.seconds;
  json["solve_seconds"] = result.solve_seconds;
  json["stages"] = result.stages;
  json["resumed_stages"] = result.resumed_after;
  json["threads"] = request.threads;
  json["kernel"] = to_string(request.instructions);
  json["cells"] = json_integer(result.plan.cells);
  json["plane_bytes"] = json_integer(result.plan.plane_bytes);
  json["window_bytes"] = json_integer(result.plan.window_bytes);
  json["card"] = Json();
  if (const auto& device = result.plan.device) {
    json["card"] = {{"name", device->name},
                    {"memory", json_integer(device->device_bytes)},
                    {"pinned_memory", json_integer(device->host_bytes)}};
  }
  json["peak_memory"] = json_integer(peak_memory());
  return json;
}

void print(const ExactResult& result, const ExactRequest& request, Output& output) {
  if (output.json()) return output.print_json(exact_json(result, request));
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
  output.print_row("time", 10,
                   fmt::format("{} on {} thread{} ({}), {} stage{}, {} of memory", format_duration(result.seconds),
                               request.threads, request.threads == 1 ? "" : "s", to_string(request.instructions),
                               result.stages, result.stages == 1 ? "" : "s", format_size(peak_memory())));
  if (const auto& device = result.plan.device) {
    output.print_row("card", 10,
                     fmt::format("{}, {} of its memory and {} beside it", device->name,
                                 format_size(device->device_bytes), format_size(device->host_bytes)));
  }
  output.print_row("window", 10,
                   fmt::format("{} of {} placements, {}", format_count(result.window),
                               format_count(result.plan.placements), format_size(result.plan.window_bytes)));
  if (request.notes.empty()) return;
  output.print_row("file", 10,
                   fmt::format("{}, {}, {} noted positions", printable(request.notes), format_size(result.bytes),
                               format_count(result.noted)));
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
    line.clear();
    print_message(fmt::format("start: {}", verdict_in_words(Side::kWhite, Verdict::of(label))));
  };
  observer.note = [&](const std::string& note) {
    line.clear();
    print_message(note);
  };
  const auto result = solve_exact(request, observer, signals.requested());
  line.clear();
  if (!result) return tl::unexpected(result.error());
  print(*result, request, output);
  return {};
}

}  // namespace uisge::cli

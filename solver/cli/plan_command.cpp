// `uisge plan`: estimates what a solve needs, before it starts.
#include <algorithm>

#include "solver/answers/known_json.h"
#include "solver/cli/commands.h"
#include "solver/cli/exact_plan_text.h"
#include "solver/cli/options.h"
#include "solver/cli/plan_rows.h"
#include "solver/cli/progress_line.h"
#include "solver/cli/values_plan_text.h"
#include "solver/cluster/cluster.h"
#include "solver/resources.h"
#include "solver/solve/solve_plan.h"
#include "solver/units.h"
#include "solver/values/values_plan.h"

namespace uisge::cli {

namespace {

struct PlanOptions {
  BoardOptions board;
  RuleSet rules;
  PlannedMachine machine;
  int ranks = 1;
  bool values = false;
  bool exact = false;
};

PlannedGame game_of(const SolvePlan& plan) {
  return {plan.identity, plan.placements, plan.cells};
}

Json plan_json(const SolvePlan& plan) {
  Json json = game_json(game_of(plan));
  json["known"] = known_of_game_json(plan.identity);
  return json;
}

std::string planned_time(const PlanOptions& options, const SolvePlan& plan) {
  return time_in_words(plan.seconds_with_disk(options.machine.disk_bytes_per_second), plan.seconds,
                       options.machine.disk_bytes_per_second);
}

// Plans a solve on many machines. The plan is not compared with the memory and disk of this machine, which need not
// take part in the solve.
Result<void> run_ranks(const PlanOptions& options, Output& output) {
  const auto plan = UISGE_TRY(
      plan_team({options.board.size, options.board.pieces, options.rules}, options.machine.threads, options.ranks));
  const SolvePlan& leader = plan.leader;
  const std::uint64_t most_memory = std::max(leader.least_memory_bytes(), plan.largest.least_memory_bytes());
  const bool fits_memory = !options.machine.memory || most_memory <= *options.machine.memory;
  const bool fits_disk = !options.machine.disk || leader.disk_bytes() <= *options.machine.disk;
  if (output.json()) {
    Json json = plan_json(leader);
    json["ranks"] = options.ranks;
    json["leader_memory"] = json_integer(leader.memory_bytes());
    json["largest_memory"] = json_integer(plan.largest.memory_bytes());
    json["log_bytes"] = json_integer(leader.log_bytes);
    json["file_bytes"] = json_integer(leader.file_bytes);
    json["message_bytes"] = json_integer(plan.message_bytes);
    json["seconds"] = leader.seconds_with_disk(options.machine.disk_bytes_per_second);
    json["computing_seconds"] = leader.seconds;
    json["disk_speed"] = json_integer(options.machine.disk_bytes_per_second);
    json["threads"] = leader.threads;
    json["fits_memory"] = options.machine.memory ? Json(fits_memory) : Json();
    json["fits_disk"] = options.machine.disk ? Json(fits_disk) : Json();
    output.print_json(json);
    return {};
  }
  print_game(game_of(leader), "", output);
  output.print_wrapped(fmt::format("{:<12}{}", "division", plan.division), 12);
  output.print_row("memory", 12,
                   fmt::format("{} on the first rank, {} at most on another{}", format_size(leader.memory_bytes()),
                               format_size(plan.largest.memory_bytes()), fit_in_words(fits_memory)));
  output.print_row(
      "disk", 12,
      fmt::format("{} while solving, {} of it the database, on the first rank{}", format_size(leader.disk_bytes()),
                  format_size(leader.file_bytes), fit_in_words(fits_disk)));
  output.print_row("messages", 12, fmt::format("about {} between all ranks", format_size(plan.message_bytes)));
  output.print_row("machines", 12,
                   fmt::format("{} ranks of {} each", options.ranks, format_number_of(leader.threads, "thread")));
  output.print_row("time", 12, planned_time(options, leader));
  return {};
}

// The bytes on the disk that a solve of values takes for its plane and its database; std::nullopt if it does not fit.
// The plan of that solve takes some seconds for the real game. So it is made only if the plane fits on the disk, and if
// either memory holds the plane and the table of placements, or the table takes at most half of the memory.
std::optional<std::uint64_t> disk_for_values(const SolvePlan& plan, std::uint64_t memory, std::uint64_t disk) {
  // A solve of values keeps one bit per position; a solve with distances, which `plan` describes, keeps two.
  const std::uint64_t plane = plan.plane_bytes / 2;
  const bool may_fit = plan.table_bytes + plane <= memory || 2 * plan.table_bytes <= memory;
  if (plane > disk || !may_fit) return std::nullopt;
  const DatabaseIdentity& identity = plan.identity;
  const PlacementTable table = PlacementTable::build(identity.board, identity.pieces, identity.rules.diagonal_jumps);
  const TileLayout layout(table.size(), identity.pieces);
  ProgressLine line;
  const auto report = [&](double share) {
    line.update([&] { return fmt::format("planning a solve of values, {:.0f} %", 100 * share); });
  };
  const auto values = plan_values(identity, table, layout, plan.threads, {memory, std::nullopt}, report);
  line.clear();
  if (!values || values->plane_file_bytes + values->file_bytes > disk) return std::nullopt;
  return values->plane_file_bytes + values->file_bytes;
}

// Adds advice to an error about this machine's card: how to plan for another machine.
Result<void> about_other_machines(Result<void> planned) {
  if (!planned && advises(planned.error(), Remedy::kWithoutCard)) {
    planned.error().message += "; --device-memory and --memory plan for another machine";
  }
  return planned;
}

Result<void> run(const PlanOptions& options, Output& output) {
  const DatabaseIdentity identity{options.board.size, options.board.pieces, options.rules};
  if (options.exact) {
    return about_other_machines(run_exact_plan(identity, options.machine, output));
  }
  if (options.values) return about_other_machines(run_values_plan(identity, options.machine, output));
  if (options.ranks > 1) return run_ranks(options, output);
  SolvePlan plan = make_plan(identity, options.machine.threads);
  UISGE_TRY(require_placements(plan.identity, plan.placements));
  const std::uint64_t memory = options.machine.memory.value_or(available_memory());
  const std::uint64_t disk = options.machine.disk.value_or(free_disk(""));
  const bool fits_memory = plan.least_memory_bytes() <= memory;
  const bool fits_disk = plan.disk_bytes() <= disk;
  // A solve can run with less memory than planned, down to a limit.
  if (fits_memory) {
    const std::uint64_t fixed = plan.memory_bytes() - plan.frontier_bytes;
    plan.frontier_bytes = std::min(plan.frontier_bytes, memory - fixed);
  }
  const bool fits = fits_memory && fits_disk;
  const int fitting_pieces = fits ? options.board.pieces : fewer_pieces_that_fit(plan, memory, disk);
  if (output.json()) {
    Json json = plan_json(plan);
    json["memory"] = json_integer(plan.memory_bytes());
    json["memory_least"] = json_integer(plan.least_memory_bytes());
    json["memory_available"] = json_integer(memory);
    json["log_bytes"] = json_integer(plan.log_bytes);
    json["file_bytes"] = json_integer(plan.file_bytes);
    json["disk_available"] = json_integer(disk);
    json["disk_speed"] = json_integer(options.machine.disk_bytes_per_second);
    json["seconds"] = plan.seconds_with_disk(options.machine.disk_bytes_per_second);
    json["computing_seconds"] = plan.seconds;
    json["threads"] = plan.threads;
    json["fits_memory"] = fits_memory;
    json["fits_disk"] = fits_disk;
    json["fitting_pieces"] = fitting_pieces > 0 ? Json(fitting_pieces) : Json();
    output.print_json(json);
    return {};
  }
  const auto whose = [](bool given, std::string_view word) { return given ? "" : fmt::format(" {} here", word); };
  print_game(game_of(plan), "", output);
  output.print_row("memory", 12,
                   fmt::format("{} at least, of {}{}{}", format_size(plan.least_memory_bytes()), format_size(memory),
                               whose(options.machine.memory.has_value(), "available"), fit_in_words(fits_memory)));
  output.print_row("disk", 12,
                   fmt::format("{} while solving, {} of it the database, of {}{}{}", format_size(plan.disk_bytes()),
                               format_size(plan.file_bytes), format_size(disk),
                               whose(options.machine.disk.has_value(), "free"), fit_in_words(fits_disk)));
  output.print_row("threads", 12, fmt::to_string(plan.threads));
  output.print_row("time", 12, planned_time(options, plan));
  if (!fits) {
    if (const auto bytes = disk_for_values(plan, memory, disk)) {
      output.print_row(
          "instead", 12,
          fmt::format("--values finds who wins, but not how soon, with {} of disk: see 'uisge plan --values'",
                      format_size(*bytes)));
    }
    output.print_row("instead", 12,
                     fitting_pieces > 0 ? fmt::format("--pieces {} is the most that fits on this board", fitting_pieces)
                                        : "nothing fits on this board, whatever the number of pieces");
  }
  return {};
}

}  // namespace

void add_plan(Program& program) {
  const auto [command, options] =
      program.add_command<PlanOptions>("plan", "tells what a solve will need: positions, memory, disk, time",
                                       "uisge plan --board 7x6 --pieces 5 --memory 64G --disk 500G --threads 16", run);
  add_board_options(command, options.board);
  add_rule_options(command, options.rules);
  add_threads_option(command, options.machine.threads);
  add_size_option(command, "--memory", options.machine.memory, "memory of the machine to plan for [this machine's]");
  add_size_option(command, "--disk", options.machine.disk,
                  "free disk space of the machine to plan for [this machine's]");
  add_size_option(command, "--disk-speed", options.machine.disk_bytes_per_second,
                  "bytes per second that the disk of that machine reads and writes")
      ->default_str("500M");
  CLI::Option* const ranks = add_number_option(command, "--ranks", options.ranks, 1, 4096,
                                               "plan for a cluster with this number of ranks (processes)");
  CLI::Option* const values =
      command.add_flag("--values", options.values, "plan a solve of values, without distances")->excludes(ranks);
  command.add_flag("--exact", options.exact, "with --values: plan a solve that finds distances too")
      ->needs(values)
      ->excludes("--disk")
      ->excludes("--disk-speed");
  add_device_options(command, options.machine.device, values,
                     "free memory of the card to plan for [this machine's card's]");
}

}  // namespace uisge::cli

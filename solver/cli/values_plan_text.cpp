#include "solver/cli/values_plan_text.h"

#include "solver/answers/known_json.h"
#include "solver/card/card_split.h"
#include "solver/cli/progress_line.h"
#include "solver/ratio.h"
#include "solver/resources.h"
#include "solver/units.h"
#include "solver/values/values_plan.h"

namespace uisge::cli {

namespace {

Json values_plan_json(const ValuesPlan& plan, const PlannedMachine& machine, std::uint64_t memory, std::uint64_t disk,
                      std::uint64_t disk_needed) {
  Json json = game_json({plan.identity, plan.placements, plan.cells});
  json["plane_bytes"] = json_integer(plan.plane_bytes);
  json["plane_file_bytes"] = json_integer(plan.plane_file_bytes);
  json["file_bytes"] = json_integer(plan.file_bytes);
  json["memory"] = json_integer(plan.memory_bytes());
  json["memory_available"] = json_integer(memory);
  json["held_bytes"] = json_integer(plan.held_bytes);
  json["in_memory"] = plan.is_in_memory();
  json["bytes_read_per_sweep"] = json_integer(plan.bytes_read_per_sweep);
  json["disk_available"] = json_integer(disk);
  json["disk_speed"] = json_integer(machine.disk_bytes_per_second);
  json["seconds"] = plan.seconds(machine.disk_bytes_per_second);
  json["computing_seconds"] = plan.computing_seconds;
  json["threads"] = plan.threads;
  json["fits_disk"] = disk_needed <= disk;
  json["known"] = known_of_game_json(plan.identity);
  return json;
}

struct PlannedSplit {
  PlannedCard card;
  CardSplit split;
  double seconds = 0;
};

Result<PlannedSplit> plan_card(const PlacementTable& table, const TileLayout& layout, const ValuesPlan& plan,
                               const DeviceOptions& device, std::uint64_t memory, const ShareReport& report) {
  const CardInfo info = UISGE_TRY(planned_card(device));
  const CardRoom room{info.free_bytes, memory - std::min(memory, plan.table_bytes)};
  const CardSplit split = UISGE_TRY(split_plane(table, layout, room, report));
  return PlannedSplit{{info.name, info.free_bytes, split.card_bytes, split.pinned_bytes},
                      split,
                      card_seconds(split, table, info.multiprocessors)};
}

void print_split(const PlannedSplit& planned, Output& output) {
  print_planned_card(planned.card, "", output);
  if (planned.split.pinned_bytes != 0) {
    output.print_row("traffic", 12,
                     fmt::format("{} to the card per sweep, and at most as much back",
                                 format_size(planned.split.staged_bytes_per_sweep)));
  }
  output.print_row("time", 12, fmt::format("about {}, from what an H200 took", format_duration(planned.seconds)));
}

void print_values_game(const ValuesPlan& plan, Output& output) {
  print_game({plan.identity, plan.placements, plan.cells}, ", values alone", output);
  output.print_row("plane", 12, fmt::format("{}, a bit per position", format_size(plan.plane_bytes)));
}

}  // namespace

Result<void> run_values_plan(const DatabaseIdentity& identity, const PlannedMachine& machine, Output& output) {
  const PlacementTable table = PlacementTable::build(identity.board, identity.pieces, identity.rules.diagonal_jumps);
  UISGE_TRY(require_placements(identity, table.size()));
  const std::uint64_t memory = machine.memory.value_or(available_memory());
  const std::uint64_t disk = machine.disk.value_or(free_disk(""));
  const TileLayout layout(table.size(), identity.pieces);
  ProgressLine line;
  const auto report = [&](double share) {
    line.update([&] { return fmt::format("planning the visits, {:.0f} %", 100 * share); });
  };
  if (looks_for_card(machine.device.card, table.size() * positions_per_placement(identity.pieces))) {
    const ValuesPlan undivided = undivided_plan(identity, table, layout, machine.threads);
    const auto card = plan_card(table, layout, undivided, machine.device, memory, report);
    line.clear();
    if (card) {
      if (output.json()) {
        Json json = values_plan_json(undivided, machine, memory, disk, undivided.file_bytes);
        json["held_bytes"] = json_integer(undivided.plane_bytes);
        json["in_memory"] = true;
        json["memory"] = json_integer(undivided.table_bytes + undivided.work_bytes + card->split.pinned_bytes +
                                      card->split.schedule_bytes);
        json["seconds"] = card->seconds;
        json["computing_seconds"] = card->seconds;
        json["card"] = planned_card_json(card->card);
        json["card"]["bytes_copied_per_sweep"] = json_integer(card->split.staged_bytes_per_sweep);
        json["card"]["seconds"] = card->seconds;
        output.print_json(json);
        return {};
      }
      print_values_game(undivided, output);
      print_split(*card, output);
      return {};
    }
    if (machine.device.card == CardChoice::kAlways) return tl::unexpected(card.error());
  }
  const auto plan = UISGE_TRY(plan_values(identity, table, layout, machine.threads, {UINT64_MAX, memory}, report));
  line.clear();
  const std::uint64_t disk_needed = plan.plane_file_bytes + plan.file_bytes;
  if (output.json()) {
    Json json = values_plan_json(plan, machine, memory, disk, disk_needed);
    json["card"] = Json();
    output.print_json(json);
    return {};
  }
  print_values_game(plan, output);
  output.print_row("memory", 12,
                   fmt::format("{} of {}, {:.0f} % of the plane in it", format_size(plan.memory_bytes()),
                               format_size(memory), 100 * std::min(1.0, ratio(plan.held_bytes, plan.plane_bytes))));
  output.print_row("disk", 12,
                   fmt::format("{} for the plane, {} for the database, of {}{}", format_size(plan.plane_file_bytes),
                               format_size(plan.file_bytes), format_size(disk), fit_in_words(disk_needed <= disk)));
  if (!plan.is_in_memory()) {
    output.print_row(
        "traffic", 12,
        fmt::format("{} read and about as much written per sweep", format_size(plan.bytes_read_per_sweep)));
  }
  output.print_row("threads", 12, fmt::to_string(plan.threads));
  output.print_row("time", 12,
                   time_in_words(plan.seconds(machine.disk_bytes_per_second), plan.computing_seconds,
                                 machine.disk_bytes_per_second));
  return {};
}

}  // namespace uisge::cli

#include "solver/cli/exact_plan_text.h"

#include "solver/answers/known_json.h"
#include "solver/card/exact_card.h"
#include "solver/exact/placement_order.h"
#include "solver/exact/solve_exact.h"
#include "solver/ratio.h"
#include "solver/resources.h"
#include "solver/units.h"

namespace uisge::cli {

namespace {

struct PlannedShare {
  PlannedCard card;
  DeviceShare share;
};

Result<PlannedShare> plan_exact_card(const PlacementTable& table, const StageSchedule& schedule,
                                     const DeviceOptions& device, std::uint64_t host_bytes) {
  const CardInfo info = UISGE_TRY(planned_card(device));
  const StageSplit split = UISGE_TRY(split_stages(table, schedule, {info.free_bytes, host_bytes}));
  const DeviceShare share = device_share(info.name, split, table, info.multiprocessors);
  return PlannedShare{{info.name, info.free_bytes, share.device_bytes, share.host_bytes}, share};
}

void print_share(const PlannedShare& planned, Output& output) {
  print_planned_card(planned.card, ", the window in it", output);
  if (planned.share.host_bytes != 0) {
    output.print_row(
        "traffic", 12,
        fmt::format("{} to the card per stage, and as much back", format_size(planned.share.copied_bytes_per_stage)));
  }
  output.print_row("stage", 12, fmt::format("about {:.1f} s for all placements", planned.share.stage_seconds));
}

Json exact_plan_json(const ExactPlan& plan, std::uint64_t memory) {
  Json json = game_json({plan.identity, plan.placements, plan.cells});
  json["plane_bytes"] = json_integer(plan.plane_bytes);
  json["window_placements"] = json_integer(plan.window);
  json["window_bytes"] = json_integer(plan.window_bytes);
  json["list_bytes"] = json_integer(2 * plan.list_bytes);
  json["memory"] = json_integer(plan.memory_bytes());
  json["memory_available"] = json_integer(memory);
  json["fits_memory"] = plan.memory_bytes() <= memory;
  json["seconds"] = plan.seconds();
  json["threads"] = plan.threads;
  json["known"] = known_of_game_json(plan.identity);
  return json;
}

}  // namespace

Result<void> run_exact_plan(const DatabaseIdentity& identity, const PlannedMachine& machine, Output& output) {
  if (machine.device.card == CardChoice::kIfItPays) return usage_error("--device: with --exact it is cpu or gpu");
  const PlacementTable table = PlacementTable::build(identity.board, identity.pieces, identity.rules.diagonal_jumps);
  UISGE_TRY(require_placements(identity, table.size()));
  const StageSchedule schedule = best_schedule(table);
  ExactPlan plan = plan_exact(identity, table, schedule, machine.threads);
  const std::uint64_t memory = machine.memory.value_or(available_memory());
  std::optional<PlannedShare> card;
  if (machine.device.card == CardChoice::kAlways) {
    const std::uint64_t taken = bytes_beside_device(plan);
    card = UISGE_TRY(plan_exact_card(table, schedule, machine.device, memory - std::min(memory, taken)));
    plan_with(card->share, plan);
  }
  if (output.json()) {
    Json json = exact_plan_json(plan, memory);
    json["card"] = Json();
    if (card) {
      json["card"] = planned_card_json(card->card);
      json["card"]["bytes_copied_per_stage"] = json_integer(card->share.copied_bytes_per_stage);
      json["card"]["stage_seconds"] = card->share.stage_seconds;
    }
    output.print_json(json);
    return {};
  }
  print_game({identity, plan.placements, plan.cells}, ", exact distances", output);
  output.print_row("plane", 12, fmt::format("{}, a bit per position", format_size(plan.plane_bytes)));
  output.print_row(
      "window", 12,
      fmt::format("{}: the lost blocks of {} placements at a time, {:.1f} % of all", format_size(plan.window_bytes),
                  format_count(plan.window), percent(plan.window, plan.placements)));
  output.print_row("memory", 12,
                   fmt::format("{} of {}{}", format_size(plan.memory_bytes()), format_size(memory),
                               fit_in_words(plan.memory_bytes() <= memory)));
  if (card) {
    print_share(*card, output);
  } else {
    output.print_row("threads", 12, fmt::to_string(plan.threads));
  }
  output.print_row("time", 12, fmt::format("about {}", format_duration(plan.seconds())));
  return {};
}

}  // namespace uisge::cli

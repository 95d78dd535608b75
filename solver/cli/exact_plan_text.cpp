#include "solver/cli/exact_plan_text.h"

#include "solver/answers/known_json.h"
#include "solver/cli/plan_rows.h"
#include "solver/exact/placement_order.h"
#include "solver/exact/solve_exact.h"
#include "solver/ratio.h"
#include "solver/resources.h"
#include "solver/units.h"

namespace uisge::cli {

namespace {

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

Result<void> run_exact_plan(const DatabaseIdentity& identity, std::size_t threads,
                            std::optional<std::uint64_t> given_memory, Output& output) {
  const PlacementTable table = PlacementTable::build(identity.board, identity.pieces, identity.rules.diagonal_jumps);
  UISGE_TRY(require_placements(identity, table.size()));
  const ExactPlan plan = plan_exact(identity, table, best_schedule(table), threads);
  const std::uint64_t memory = given_memory.value_or(available_memory());
  if (output.json()) {
    output.print_json(exact_plan_json(plan, memory));
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
  output.print_row("threads", 12, fmt::to_string(plan.threads));
  output.print_row("time", 12, fmt::format("about {}", format_duration(plan.seconds())));
  return {};
}

}  // namespace uisge::cli

#include "solver/cli/values_plan_text.h"

#include <chrono>

#include "solver/resources.h"
#include "solver/units.h"
#include "solver/values/values_plan.h"

namespace uisge::cli {

namespace {

Json values_plan_json(const ValuesPlan& plan, const PlannedMachine& machine, std::uint64_t memory, std::uint64_t disk,
                      std::uint64_t disk_needed) {
  return {{"board", to_string(plan.identity.board)},
          {"pieces", plan.identity.pieces},
          {"stuck", to_string(plan.identity.rules.stuck)},
          {"diagonal_jumps", plan.identity.rules.diagonal_jumps},
          {"placements", json_integer(plan.placements)},
          {"positions", json_integer(plan.cells)},
          {"plane_bytes", json_integer(plan.plane_bytes)},
          {"plane_file_bytes", json_integer(plan.plane_file_bytes)},
          {"file_bytes", json_integer(plan.file_bytes)},
          {"memory", json_integer(plan.memory_bytes())},
          {"memory_available", json_integer(memory)},
          {"held_bytes", json_integer(plan.held_bytes)},
          {"in_memory", plan.is_in_memory()},
          {"bytes_read_per_sweep", json_integer(plan.bytes_read_per_sweep)},
          {"disk_available", json_integer(disk)},
          {"disk_speed", json_integer(machine.disk_bytes_per_second)},
          {"seconds", plan.seconds(static_cast<double>(machine.disk_bytes_per_second))},
          {"computing_seconds", plan.computing_seconds},
          {"threads", plan.threads},
          {"fits_disk", disk_needed <= disk}};
}

}  // namespace

Result<void> run_values_plan(const DatabaseIdentity& identity, const PlannedMachine& machine, Output& output) {
  const PlacementTable table = PlacementTable::build(identity.board, identity.pieces, identity.rules.diagonal_jumps);
  if (table.size() == 0) {
    return usage_error(
        fmt::format("board: {} pieces do not fit on {}", 2 * identity.pieces, to_string(identity.board)));
  }
  const std::uint64_t memory = machine.memory.value_or(available_memory());
  const std::uint64_t disk = machine.disk.value_or(free_disk(""));
  const TileLayout layout(table.size(), identity.pieces);
  const auto plan = plan_values(identity, table, layout, machine.threads, {memory, std::nullopt});
  if (!plan) return tl::unexpected(plan.error());
  const std::uint64_t disk_needed = plan->plane_file_bytes + plan->file_bytes;
  if (output.json()) {
    output.print_json(values_plan_json(*plan, machine, memory, disk, disk_needed));
    return {};
  }
  output.print("{:<12}{}, values alone\n", "game", to_string(identity));
  output.print("{:<12}{} up to symmetry\n", "placements", format_count(plan->placements));
  output.print("{:<12}{} (placements x colourings x crown states)\n", "positions", format_count(plan->cells));
  output.print("{:<12}{}, a bit per position\n", "plane", format_size(plan->plane_bytes));
  output.print("{:<12}{} of {}, {:.0f} % of the plane in it\n", "memory", format_size(plan->memory_bytes()),
               format_size(memory),
               100 * std::min(1.0, static_cast<double>(plan->held_bytes) / static_cast<double>(plan->plane_bytes)));
  output.print("{:<12}{} for the plane, {} for the database, of {}{}\n", "disk", format_size(plan->plane_file_bytes),
               format_size(plan->file_bytes), format_size(disk), disk_needed <= disk ? "" : "  (not enough)");
  if (!plan->is_in_memory()) {
    output.print("{:<12}{} read and about as much written per sweep\n", "traffic",
                 format_size(plan->bytes_read_per_sweep));
  }
  output.print("{:<12}{}\n", "threads", plan->threads);
  const auto speed = static_cast<double>(machine.disk_bytes_per_second);
  output.print("{:<12}about {}, {} of it computing; the disk at {} per second\n", "time",
               format_duration(std::chrono::duration<double>(plan->seconds(speed))),
               format_duration(std::chrono::duration<double>(plan->computing_seconds)),
               format_size(machine.disk_bytes_per_second));
  return {};
}

}  // namespace uisge::cli

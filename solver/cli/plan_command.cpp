// `uisge plan`: what a solve will need, before anything starts.
#include <memory>

#include "solver/cli/commands.h"
#include "solver/cli/options.h"
#include "solver/resources.h"
#include "solver/solve/solve_plan.h"
#include "solver/units.h"

namespace uisge::cli {

namespace {

struct PlanOptions {
  BoardOptions board;
  RuleSet rules;
  int threads = 1;
  std::optional<std::uint64_t> memory;
};

Result<void> run(const PlanOptions& options, Output& output) {
  SolvePlan plan = make_plan({options.board.size, options.board.pieces, options.rules}, options.threads);
  const MemoryLimit limit{available_memory(), options.memory};
  const std::uint64_t have = limit.bytes();
  const bool fits = fit_memory(plan, limit).has_value();
  const std::uint64_t disk_need = plan.log_bytes + plan.file_bytes;
  const std::uint64_t disk_have = free_disk("");
  if (output.json()) {
    output.print_json({{"board", to_string(plan.identity.board)},
                       {"pieces", plan.identity.pieces},
                       {"stuck", to_string(plan.identity.rules.stuck)},
                       {"diagonal_jumps", plan.identity.rules.diagonal_jumps},
                       {"placements", json_integer(plan.placements)},
                       {"positions", json_integer(plan.cells)},
                       {"memory", json_integer(plan.memory_bytes())},
                       {"memory_available", json_integer(have)},
                       {"log_bytes", json_integer(plan.log_bytes)},
                       {"file_bytes", json_integer(plan.file_bytes)},
                       {"disk_available", json_integer(disk_have)},
                       {"seconds", plan.seconds},
                       {"threads", plan.threads},
                       {"fits_memory", fits},
                       {"fits_disk", disk_need <= disk_have}});
    return {};
  }
  const auto verdict = [](bool good) { return good ? "" : "  (not enough)"; };
  output.print("{:<12}{}\n", "game", to_string(plan.identity));
  output.print("{:<12}{} up to symmetry\n", "placements", format_count(plan.placements));
  output.print("{:<12}{} (placements x colourings x crown states)\n", "positions", format_count(plan.cells));
  output.print("{:<12}{} of {} available{}\n", "memory", format_size(plan.memory_bytes()), format_size(have),
               verdict(fits));
  output.print("{:<12}{} while solving, {} of it the database, of {} free here{}\n", "disk", format_size(disk_need),
               format_size(plan.file_bytes), format_size(disk_have), verdict(disk_need <= disk_have));
  output.print("{:<12}about {} on {} thread{}\n", "time", format_duration(std::chrono::duration<double>(plan.seconds)),
               plan.threads, plan.threads == 1 ? "" : "s");
  return {};
}

}  // namespace

void add_plan(Program& program) {
  auto options = std::make_shared<PlanOptions>();
  CLI::App& command = program.add_command("plan", "tells what a solve will need: positions, memory, disk, time",
                                          "uisge plan --board 7x6 --pieces 5",
                                          [options](Output& output) { return run(*options, output); });
  add_board_options(command, options->board);
  add_rule_options(command, options->rules);
  add_threads_option(command, options->threads);
  add_memory_option(command, options->memory);
}

}  // namespace uisge::cli

// `uisge plan`: what a solve will need, before anything starts.
#include <memory>

#include "solver/cli/commands.h"
#include "solver/cli/options.h"
#include "solver/cluster/cluster.h"
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
  int ranks = 1;
};

// What is the same with and without ranks.
void print_game(const SolvePlan& plan, Output& output) {
  output.print("{:<12}{}\n", "game", to_string(plan.identity));
  output.print("{:<12}{} up to symmetry\n", "placements", format_count(plan.placements));
  output.print("{:<12}{} (placements x colourings x crown states)\n", "positions", format_count(plan.cells));
}

Json game_json(const SolvePlan& plan) {
  return {{"board", to_string(plan.identity.board)},       {"pieces", plan.identity.pieces},
          {"stuck", to_string(plan.identity.rules.stuck)}, {"diagonal_jumps", plan.identity.rules.diagonal_jumps},
          {"placements", json_integer(plan.placements)},   {"positions", json_integer(plan.cells)}};
}

// Of a solve on many machines: this one need not be one of them, so nothing is compared with what it has.
Result<void> run_ranks(const PlanOptions& options, Output& output) {
  const auto plan =
      plan_team({options.board.size, options.board.pieces, options.rules}, options.threads, options.ranks);
  if (!plan) return tl::unexpected(plan.error());
  const SolvePlan& leader = plan->leader;
  const std::uint64_t disk = leader.log_bytes + leader.file_bytes;
  if (output.json()) {
    Json json = game_json(leader);
    json["ranks"] = options.ranks;
    json["leader_memory"] = json_integer(leader.memory_bytes());
    json["largest_memory"] = json_integer(plan->largest.memory_bytes());
    json["log_bytes"] = json_integer(leader.log_bytes);
    json["file_bytes"] = json_integer(leader.file_bytes);
    json["message_bytes"] = json_integer(plan->message_bytes);
    json["seconds"] = leader.seconds;
    json["threads"] = leader.threads;
    output.print_json(json);
    return {};
  }
  print_game(leader, output);
  output.print("{:<12}{}\n", "division", plan->division);
  output.print("{:<12}{} on the first rank, {} at most on another\n", "memory", format_size(leader.memory_bytes()),
               format_size(plan->largest.memory_bytes()));
  output.print("{:<12}{} while solving, {} of it the database, on the first rank\n", "disk", format_size(disk),
               format_size(leader.file_bytes));
  output.print("{:<12}about {} between all ranks\n", "messages", format_size(plan->message_bytes));
  output.print("{:<12}about {} on {} ranks of {} thread{} each\n", "time",
               format_duration(std::chrono::duration<double>(leader.seconds)), options.ranks, leader.threads,
               leader.threads == 1 ? "" : "s");
  return {};
}

Result<void> run(const PlanOptions& options, Output& output) {
  if (options.ranks > 1) return run_ranks(options, output);
  SolvePlan plan = make_plan({options.board.size, options.board.pieces, options.rules}, options.threads);
  const MemoryLimit limit{available_memory(), options.memory};
  const std::uint64_t have = limit.bytes();
  const bool fits = fit_memory(plan, limit).has_value();
  const std::uint64_t disk_need = plan.log_bytes + plan.file_bytes;
  const std::uint64_t disk_have = free_disk("");
  if (output.json()) {
    Json json = game_json(plan);
    json["memory"] = json_integer(plan.memory_bytes());
    json["memory_available"] = json_integer(have);
    json["log_bytes"] = json_integer(plan.log_bytes);
    json["file_bytes"] = json_integer(plan.file_bytes);
    json["disk_available"] = json_integer(disk_have);
    json["seconds"] = plan.seconds;
    json["threads"] = plan.threads;
    json["fits_memory"] = fits;
    json["fits_disk"] = disk_need <= disk_have;
    output.print_json(json);
    return {};
  }
  const auto verdict = [](bool good) { return good ? "" : "  (not enough)"; };
  print_game(plan, output);
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
  command.add_option("--ranks", options->ranks, "what each of so many ranks on a cluster would need")
      ->check(CLI::Range(1, 4096))
      ->type_name("N");
}

}  // namespace uisge::cli

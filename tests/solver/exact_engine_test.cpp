// Compares the exact engine with the oracle and with the engine by plies: value and distance of every live position.
#include "solver/exact/exact_engine.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>

#include "solver/exact/placement_order.h"
#include "tests/core/oracle_bridge.h"
#include "tests/solver/engine_labels.h"
#include "tests/solver/exact_labels.h"

using namespace uisge;
using namespace uisge::test;

namespace {

struct ExactBoard {
  BoardSize size;
  int pieces;
};

std::vector<PlacementId> shuffled_order(const PlacementTable& table, unsigned seed) {
  std::vector<PlacementId> order;
  for (std::size_t i = 0; i < table.size(); ++i) order.push_back(placement_id(i));
  std::shuffle(order.begin(), order.end(), std::mt19937(seed));
  return order;
}

ExactLabels run_exact(const PlacementTable& table, const StageSchedule& schedule, ExactOptions options) {
  const std::vector<PositionCell> cells = all_live_cells(table);
  options.noted = cells;
  const auto engine = ExactEngine::create(table, schedule, options);
  ExactLabels labels = run_courses(*engine, table, options.stuck, cells);
  CHECK(labels.window <= schedule.window() + options.batch);
  return labels;
}

// Compares the exact engine with the engine that goes ply by ply, under all rule sets. The exact engine visits the
// placements in the best order, and in a random order.
void check_against_plies(const ExactBoard& board) {
  for (const RuleSet rules : kAllRuleSets) {
    CAPTURE(to_string(board.size), board.pieces, to_string(rules));
    const PlacementTable table = PlacementTable::build(board.size, board.pieces, rules.diagonal_jumps);
    const EngineLabels expected = run_engine(table, {.stuck = rules.stuck, .instructions = best_instruction_set()});
    const ExactOptions options{.stuck = rules.stuck, .instructions = best_instruction_set(), .threads = 2};
    for (const StageSchedule& schedule : {best_schedule(table), StageSchedule(table, shuffled_order(table, 1))}) {
      const ExactLabels found = run_exact(table, schedule, options);
      CHECK((found.codes == expected.codes));  // the inner brackets keep Catch2 from printing millions of labels
      for (const PlyCounts& ply : expected.counts) {
        if (ply.empty()) continue;
        REQUIRE(ply.ply < found.counts.size());
        CHECK(found.counts[ply.ply] == DistanceCounts{ply.won, ply.lost});
      }
    }
  }
}

// Options that differ in the number of threads, the batch size and the room for lists. Some compute every placement by
// whole blocks (dense), some every placement from lists (sparse).
std::vector<ExactOptions> all_exact_options(StuckRule stuck, std::size_t placements) {
  std::vector<ExactOptions> result;
  const auto add = [&](std::size_t threads, std::size_t batch) -> ExactOptions& {
    const ExactOptions options{.stuck = stuck, .threads = threads, .batch = batch};
    return result.emplace_back(options);
  };
  add(1, 1).instructions = best_instruction_set();
  add(3, 1).only_dense = true;
  add(2, 5).only_sparse = true;
  add(3, placements).only_sparse = true;
  add(2, 2).list_bytes = 0;
  add(2, 3).list_bytes = 1 << 10;  // too little room for the lists of most stages
  return result;
}

}  // namespace

TEST_CASE("exact distances agree with the oracle, under every rule and with all options", "[exact][oracle][parallel]") {
  for (const auto& [size, pieces] : {ExactBoard{{2, 2}, 1}, {{3, 3}, 1}, {{3, 3}, 2}, {{4, 3}, 2}, {{3, 3}, 3}}) {
    const oracle::Universe universe(size.files, size.ranks, pieces);
    for (const RuleSet rules : kAllRuleSets) {
      CAPTURE(to_string(size), pieces, to_string(rules));
      const PlacementTable table = PlacementTable::build(size, pieces, rules.diagonal_jumps);
      const CodeIndex code_index(table);
      const oracle::MoveGraph graph(universe, rules.diagonal_jumps);
      const auto expected = solve(graph, to_oracle(rules.stuck));
      unsigned seed = 0;
      for (const ExactOptions& options : all_exact_options(rules.stuck, table.size())) {
        CAPTURE(options.threads, options.batch, options.list_bytes, options.only_dense, options.only_sparse);
        const StageSchedule schedule(table, shuffled_order(table, ++seed));
        const ExactLabels labels = run_exact(table, schedule, options);
        std::size_t wrong = 0;
        for (std::size_t i = 0; i < universe.size(); ++i) {
          if (to_oracle(labels.codes[code_index(universe.position(i))]) != expected[i]) ++wrong;
        }
        CHECK(wrong == 0);
      }
    }
  }
}

TEST_CASE("exact distances and counts agree with the engine by plies, in any order of the placements",
          "[exact][law][parallel]") {
  for (const ExactBoard& board : {ExactBoard{{4, 4}, 2}, {{4, 4}, 3}, {{3, 3}, 4}}) check_against_plies(board);
}

TEST_CASE("exact distances and counts agree with the engine by plies, four to six a side",
          "[exact][law][parallel][.slow]") {
  for (const ExactBoard& board : {ExactBoard{{2, 5}, 4}, {{4, 3}, 4}, {{2, 6}, 5}, {{2, 7}, 6}})
    check_against_plies(board);
}

// Replays the schedule by its definition: which lost blocks are made, which wins can then be set, and which lost blocks
// are still needed.
TEST_CASE("a schedule's ready placements, done placements and window follow from their definitions", "[exact][law]") {
  const PlacementTable table = PlacementTable::build({4, 4}, 3, false);
  std::vector<std::vector<PlacementId>> orders{breadth_first_order(table, PlacementId{})};
  for (const unsigned seed : {1U, 2U, 3U}) orders.push_back(shuffled_order(table, seed));
  for (const std::vector<PlacementId>& order : orders) {
    CAPTURE(order.front());
    const StageSchedule schedule(table, order);
    const auto all_near = [&](PlacementId id, const std::vector<bool>& is_in) {
      const auto moves = table.transitions(id);
      return is_in[index(id)] &&
             std::all_of(moves.begin(), moves.end(), [&](const Transition& move) { return is_in[index(move.target)]; });
    };
    std::vector<bool> is_made(table.size());
    std::size_t window = 0;
    std::size_t done_before = 0;
    for (std::size_t made = 0; made <= table.size(); ++made) {
      if (made != 0) is_made[index(order[made - 1])] = true;
      window = std::max(window, made - done_before);
      std::vector<bool> is_ready(table.size());
      std::vector<PlacementId> ready;
      std::vector<PlacementId> done;
      for (const PlacementId id : order) {
        if (!all_near(id, is_made)) continue;
        is_ready[index(id)] = true;
        ready.push_back(id);
      }
      for (const PlacementId id : order) {
        if (all_near(id, is_ready)) done.push_back(id);
      }
      const auto sorted = [](std::span<const PlacementId> ids) {
        std::vector<PlacementId> copy(ids.begin(), ids.end());
        std::sort(copy.begin(), copy.end());
        return copy;
      };
      CHECK(sorted(schedule.ready(made)) == sorted(ready));
      CHECK(sorted(schedule.done(made)) == sorted(done));
      done_before = done.size();
    }
    CHECK(schedule.window() == window);
  }
}

TEST_CASE("every order has each placement once, and the best schedule has the smallest window", "[exact][law]") {
  for (const auto& [size, pieces] : {ExactBoard{{2, 2}, 1}, {{2, 3}, 3}, {{5, 4}, 3}, {{7, 6}, 3}}) {
    CAPTURE(to_string(size), pieces);
    const PlacementTable table = PlacementTable::build(size, pieces, false);
    const std::size_t best = best_schedule(table).window();
    const std::vector<PlacementId> breadth = breadth_first_order(table, PlacementId{});
    for (std::vector<PlacementId> order : {breadth, smoothed_order(table, breadth, Smoothing::kMean),
                                           smoothed_order(table, breadth, Smoothing::kMiddle)}) {
      CHECK(best <= StageSchedule(table, order).window());
      std::sort(order.begin(), order.end());
      CHECK((order == order_of_table(table)));
    }
  }
  // The window is a quarter of the board; in the order of the placement table it would be nearly half.
  const PlacementTable table = PlacementTable::build({7, 6}, 4, false);
  CHECK(best_schedule(table).window() < table.size() * 23 / 100);
}

// The values engine against the engine that knows distances, position by position: a position is won, lost or drawn for
// both. That one is held against the oracle (oracle_comparison_test.cpp).
#include "solver/values/values_engine.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>

#include "db/writer.h"
#include "solver/values/visit_order.h"
#include "tests/solver/plane_values.h"

using namespace uisge;
using namespace uisge::test;

namespace {

constexpr StuckRule kStuckRules[] = {StuckRule::kLoses, StuckRule::kWins, StuckRule::kDraws, StuckRule::kPasses};

void check_board(BoardSize size, int pieces, RuleSet rules, std::span<const InstructionSet> sets) {
  CAPTURE(to_string(size), pieces, to_string(rules));
  const PlacementTable table = PlacementTable::build(size, pieces, rules.diagonal_jumps);
  const PlaneValues expected = values_by_plies(table, rules.stuck, sets.back());
  for (const InstructionSet set : sets) {
    CHECK(values_by_sweeps(table, {rules.stuck, set, 2, 1, 1, 1 << 16, std::nullopt}) == expected);
  }
}

}  // namespace

TEST_CASE("values are those of the engine by plies, under every rule", "[values][law][parallel]") {
  const struct {
    BoardSize size;
    int pieces;
  } boards[] = {{{3, 3}, 1}, {{4, 4}, 2}, {{5, 4}, 3}};
  for (const auto& [size, pieces] : boards) {
    for (const RuleSet rules : kAllRuleSets) check_board(size, pieces, rules, supported_instruction_sets());
  }
}

TEST_CASE("values are those of the engine by plies, four to six pieces", "[values][law][parallel]") {
  const InstructionSet best[] = {best_instruction_set()};
  for (const RuleSet rules : kAllRuleSets) check_board({4, 3}, 4, rules, best);
  for (const StuckRule stuck : {StuckRule::kWins, StuckRule::kPasses}) check_board({2, 6}, 5, {stuck, true}, best);
}

TEST_CASE("values are those of the engine by plies, six pieces that can move", "[values][law][parallel][.slow]") {
  const InstructionSet best[] = {best_instruction_set()};
  for (const RuleSet rules : kAllRuleSets) check_board({2, 7}, 6, rules, best);
}

TEST_CASE("neither groups nor visits nor lists nor threads change the values", "[values][law][parallel]") {
  for (const StuckRule stuck : kStuckRules) {
    const PlacementTable table = PlacementTable::build({5, 4}, 3, true);
    const PlaneValues expected = values_by_plies(table, stuck, InstructionSet::kPortable);
    const std::size_t tiles = TileLayout(table.size(), 3, kSmallTile).tiles();
    for (const std::size_t tiles_per_group : {std::size_t{1}, tiles}) {
      for (const std::uint64_t list_bytes : {std::uint64_t{0}, std::uint64_t{1} << 12, std::uint64_t{1} << 22}) {
        // One thread and a visit per sweep, or several of both.
        for (const int many : {1, 3}) {
          CAPTURE(to_string(stuck), tiles_per_group, list_bytes, many);
          CHECK(values_by_sweeps(table,
                                 {stuck, InstructionSet::kPortable, many, tiles_per_group, many, list_bytes, {}}) ==
                expected);
        }
      }
    }
  }
}

TEST_CASE("nor does the order of the visits", "[values][law][parallel]") {
  for (const StuckRule stuck : kStuckRules) {
    const PlacementTable table = PlacementTable::build({5, 4}, 3, true);
    const PlaneValues expected = values_by_plies(table, stuck, InstructionSet::kPortable);
    std::vector<TileId> order = order_of_file(TileLayout(table.size(), 3, kSmallTile));
    std::shuffle(order.begin(), order.end(), std::mt19937(1));
    for (const std::size_t tiles_per_group : {std::size_t{1}, std::size_t{5}}) {
      CAPTURE(to_string(stuck), tiles_per_group);
      ValuesOptions options{stuck, InstructionSet::kPortable, 2, tiles_per_group, 2, 1 << 12, {}};
      options.order = order;
      CHECK(values_by_sweeps(table, options) == expected);
    }
  }
}

TEST_CASE("the start's value is told once, as soon as it is a win or a loss", "[values][parallel]") {
  int won = 0;
  int lost = 0;
  int drawn = 0;
  for (const auto& [size, pieces] : {std::pair{BoardSize{3, 3}, 1},
                                     {BoardSize{3, 3}, 2},
                                     {BoardSize{4, 4}, 2},
                                     {BoardSize{4, 3}, 3},
                                     {BoardSize{5, 3}, 3},
                                     {BoardSize{4, 4}, 3},
                                     {BoardSize{3, 4}, 3}}) {
    for (const RuleSet rules : kAllRuleSets) {
      CAPTURE(to_string(size), pieces, to_string(rules));
      const PlacementTable table = PlacementTable::build(size, pieces, rules.diagonal_jumps);
      const auto start = start_cell(table.board(), pieces, table.all_occupied_bb());
      if (!start) continue;
      const PlaneValues expected = values_by_plies(table, rules.stuck, InstructionSet::kPortable);
      const std::size_t words = expected.won.size() / table.size();
      const std::size_t bit = std::size_t{64} * words * start->placement + bit_of_position(pieces, start->index);
      std::optional<Outcome> outcome;
      if (is_bit_set(expected.won.data(), bit)) outcome = Outcome::kWin;
      if (is_bit_set(expected.lost.data(), bit)) outcome = Outcome::kLoss;
      ++(!outcome ? drawn : *outcome == Outcome::kWin ? won : lost);
      MemoryPlane plane(TileLayout(table.size(), pieces, kSmallTile), pieces);
      const auto engine =
          ValuesEngine::create(table, plane, {rules.stuck, InstructionSet::kPortable, 2, 1, 1, 1 << 12, start});
      std::vector<Outcome> told;
      SweepCallbacks callbacks;
      callbacks.start_decided = [&](Outcome found) { told.push_back(found); };
      for (bool is_fixpoint = false; !is_fixpoint;) is_fixpoint = engine->run_sweep(callbacks).value().is_fixpoint;
      CHECK(told == (outcome ? std::vector{*outcome} : std::vector<Outcome>()));
    }
  }
  CHECK(won > 0);
  CHECK(lost > 0);
  CHECK(drawn > 0);
}

// A stuck player's win has to reach the groups that were visited before its own.
TEST_CASE("lists alone leave nothing to the last sweep", "[values][law][parallel]") {
  const struct {
    BoardSize size;
    int pieces;
  } boards[] = {{{2, 4}, 2}, {{2, 5}, 2}, {{3, 3}, 2}, {{2, 4}, 3}, {{2, 5}, 3}, {{3, 3}, 3}, {{2, 5}, 4}};
  for (const auto& [size, pieces] : boards) {
    for (const RuleSet rules : kAllRuleSets) {
      CAPTURE(to_string(size), pieces, to_string(rules));
      const PlacementTable table = PlacementTable::build(size, pieces, rules.diagonal_jumps);
      MemoryPlane plane(TileLayout(table.size(), pieces, 1), pieces);
      values_by_sweeps(table, plane, {rules.stuck, InstructionSet::kPortable, 2, 1, 1, 1 << 20, std::nullopt, true});
    }
  }
}

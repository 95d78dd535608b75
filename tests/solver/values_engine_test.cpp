// The values engine against the engine that knows distances, position by position: a position is won, lost or drawn for
// both. That one is held against the oracle (oracle_comparison_test.cpp).
#include "solver/values/values_engine.h"

#include <catch2/catch.hpp>
#include <set>

#include "core/colouring.h"
#include "solver/retrograde/retrograde.h"

using namespace uisge;

namespace {

using Words = std::vector<std::uint64_t>;

struct Values {
  Words won;
  Words lost;
  bool operator==(const Values&) const = default;
};

// Some placements per tile, so that small boards have many.
constexpr std::size_t kSmallTile = 1024;

std::size_t words_per_placement(int pieces) {
  return static_cast<std::size_t>(colouring_count(pieces)) * block_words(pieces);
}

void append(const Plane& plane, PlacementId id, int pieces, Words& words) {
  words.insert(words.end(), plane.blocks(id), plane.blocks(id) + words_per_placement(pieces));
}

Values by_plies(const PlacementTable& table, StuckRule stuck, InstructionSet instructions) {
  EngineOptions options;
  options.stuck = stuck;
  options.instructions = instructions;
  const auto engine = RetrogradeEngine::create(table, options);
  PlyCounts counts;
  while (!engine->is_finished()) REQUIRE(engine->run_ply({}, counts) == PlyEnd::kDone);
  Values values;
  for (std::size_t i = 0; i < table.size(); ++i) {
    append(engine->won(), static_cast<PlacementId>(i), table.pieces(), values.won);
    append(engine->lost(), static_cast<PlacementId>(i), table.pieces(), values.lost);
  }
  return values;
}

Values by_sweeps(const PlacementTable& table, const ValuesOptions& options) {
  MemoryPlane plane(TileLayout(table.size(), table.pieces(), kSmallTile), table.pieces());
  const auto engine = ValuesEngine::create(table, plane, options);
  for (bool is_fixpoint = false; !is_fixpoint;) {
    const auto counts = engine->run_sweep({});
    REQUIRE(counts);
    is_fixpoint = counts->is_fixpoint;
  }
  Values values;
  const auto last = engine->run_last_sweep({}, [&](const DecidedBlocks& decided) -> Result<void> {
    for (std::size_t i = decided.begin; i < decided.end; ++i) {
      append(decided.won, static_cast<PlacementId>(i), table.pieces(), values.won);
      append(decided.lost, static_cast<PlacementId>(i), table.pieces(), values.lost);
    }
    return {};
  });
  REQUIRE(last);
  CHECK(last->is_fixpoint);
  CHECK(last->won == 0);
  return values;
}

constexpr StuckRule kStuckRules[] = {StuckRule::kLoses, StuckRule::kWins, StuckRule::kDraws, StuckRule::kPasses};

void check_board(BoardSize size, int pieces, RuleSet rules, std::span<const InstructionSet> sets) {
  CAPTURE(to_string(size), pieces, to_string(rules));
  const PlacementTable table = PlacementTable::build(size, pieces, rules.diagonal_jumps);
  const Values expected = by_plies(table, rules.stuck, sets.back());
  for (const InstructionSet set : sets) {
    CHECK(by_sweeps(table, {rules.stuck, set, 2, 1, 1 << 16, std::nullopt}) == expected);
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
  const InstructionSet best[] = {supported_instruction_sets().back()};
  for (const RuleSet rules : kAllRuleSets) check_board({4, 3}, 4, rules, best);
  for (const StuckRule stuck : {StuckRule::kWins, StuckRule::kPasses}) check_board({2, 6}, 5, {stuck, true}, best);
}

TEST_CASE("values are those of the engine by plies, six pieces that can move", "[values][law][parallel][.slow]") {
  const InstructionSet best[] = {supported_instruction_sets().back()};
  for (const RuleSet rules : kAllRuleSets) check_board({2, 7}, 6, rules, best);
}

TEST_CASE("neither groups nor lists nor threads change the values", "[values][law][parallel]") {
  for (const StuckRule stuck : kStuckRules) {
    const PlacementTable table = PlacementTable::build({5, 4}, 3, true);
    const Values expected = by_plies(table, stuck, InstructionSet::kPortable);
    const std::size_t tiles = TileLayout(table.size(), 3, kSmallTile).tiles();
    for (const std::size_t tiles_per_group : {std::size_t{1}, tiles}) {
      for (const std::uint64_t list_bytes : {std::uint64_t{0}, std::uint64_t{1} << 12, std::uint64_t{1} << 22}) {
        for (const int threads : {1, 3}) {
          CAPTURE(to_string(stuck), tiles_per_group, list_bytes, threads);
          CHECK(by_sweeps(table, {stuck, InstructionSet::kPortable, threads, tiles_per_group, list_bytes, {}}) ==
                expected);
        }
      }
    }
  }
}

// Compares the values engine, position by position, with the engine that finds distances. oracle_comparison_test.cpp
// compares that engine with the oracle.
#include "solver/values/values_engine.h"

#include "db/writer.h"
#include "tests/solver/plane_values.h"
#include "tests/solver/random_planes.h"
#include "tests/test.h"

using namespace uisge;
using namespace uisge::test;

namespace {

void check_board(BoardSize size, int pieces, RuleSet rules, std::span<const InstructionSet> sets) {
  CAPTURE(to_string(size), pieces, to_string(rules));
  const PlacementTable table = PlacementTable::build(size, pieces, rules.diagonal_jumps);
  const PlaneValues expected = values_by_plies(table, rules.stuck, sets.back());
  for (const InstructionSet set : sets) {
    const ValuesOptions options{
        .stuck = rules.stuck, .instructions = set, .threads = 2, .groups_per_region = 1, .list_bytes = 1 << 16};
    CHECK(values_by_sweeps(table, options) == expected);
  }
}

using PlaneWords = std::vector<std::uint64_t>;

// Returns what the plane `before` becomes after some sweeps; `sweeps` is their number. All placements form one group.
PlaneWords after_sweeps(const PlacementTable& table, const PlaneWords& before, StuckRule stuck, InstructionSet set,
                        int sweeps) {
  MemoryPlane plane(TileLayout(table.size(), table.pieces()), table.pieces());
  std::uint64_t* const words = plane.blocks().first_word();
  std::copy(before.begin(), before.end(), words);
  const ValuesOptions options{.stuck = stuck,
                              .instructions = set,
                              .threads = 2,
                              .tiles_per_group = plane.layout().tiles(),
                              .groups_per_region = 1,
                              .list_bytes = 256 << 20,
                              .only_sparse = true};
  const auto engine = ValuesEngine::create(table, plane, options);
  for (int i = 0; i < sweeps; ++i) {
    const SweepCounts counts = engine->run_sweep({}).value();
    CHECK(counts.won > 0);
    // The first sweep works by whole blocks alone, and later sweeps work by lists alone.
    CHECK((i == 0 ? counts.sparse : counts.dense) == 0);
  }
  return {words, words + before.size()};
}

// The result that one sweep must have. The class takes the set bits of the plane `won` as the won positions. By the
// rules, is_lost() then finds the lost positions, and is_won() the positions that the sweep must leave as won.
class SweepByRules {
 public:
  SweepByRules(const PlacementTable& table, StuckRule stuck, const PlaneWords& won)
      : moves_(table, {stuck, table.diagonal_jumps()}),
        stuck_(stuck),
        words_per_placement_(words_of_placement(table.pieces())),
        won_(won) {}

  bool is_set(const PlaneWords& plane, PositionCell cell) const {
    return moves_.is_set(plane.data() + cell.placement * words_per_placement_, cell);
  }
  bool is_won(PositionCell cell) const {
    const auto next = moves_.successors(cell);
    return is_won_before(cell, next) ||
           std::any_of(next.cells.begin(), next.cells.end(), [&](PositionCell at) { return is_lost(at); });
  }
  const CellMoves& moves() const { return moves_; }

 private:
  bool is_won_before(PositionCell cell, const CellMoves::Successors& next) const {
    return is_set(won_, cell) || (next.is_stuck && stuck_ == StuckRule::kWins);
  }
  bool is_lost(PositionCell cell) const {
    if (!moves_.is_live(cell)) return moves_.is_completed(cell);
    const auto next = moves_.successors(cell);
    if (is_won_before(cell, next) || (next.is_stuck && stuck_ == StuckRule::kDraws)) return false;
    return std::all_of(next.cells.begin(), next.cells.end(),
                       [&](PositionCell at) { return moves_.is_live(at) && is_won_before(at, moves_.successors(at)); });
  }

  CellMoves moves_;
  StuckRule stuck_;
  std::size_t words_per_placement_;
  const PlaneWords& won_;
};

void check_groups_and_lists(BoardSize size, std::size_t many) {
  const PlacementTable table = PlacementTable::build(size, 3, true);
  const std::size_t tiles = TileLayout(table.size(), 3, kSmallTile).tiles();
  REQUIRE(tiles > 3);
  for (const StuckRule stuck : kAllStuckRules) {
    const PlaneValues expected = values_by_plies(table, stuck, InstructionSet::kPortable);
    for (const std::size_t tiles_per_group : {std::size_t{1}, tiles}) {
      for (const std::uint64_t list_bytes : {std::uint64_t{0}, std::uint64_t{1} << 12, std::uint64_t{1} << 22}) {
        CAPTURE(to_string(stuck), tiles_per_group, list_bytes, many);
        const ValuesOptions options{.stuck = stuck,
                                    .threads = many,
                                    .tiles_per_group = tiles_per_group,
                                    .groups_per_region = many,
                                    .list_bytes = list_bytes};
        CHECK(values_by_sweeps(table, options) == expected);
      }
    }
  }
}

}  // namespace

TEST_CASE("values are those of the engine by plies, under every rule", "[values][law][parallel]") {
  const std::pair<BoardSize, int> boards[] = {{{3, 3}, 1}, {{4, 4}, 2}, {{5, 4}, 3}};
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

// Compares a visit by whole blocks (dense) with a visit by lists of new wins (sparse). Both begin with the same plane
// of random bits. A set bit need not be a win by the rules.
TEST_CASE("a visit wins what the rules say, whatever the plane holds, with six a side that can move", "[values][law]") {
  const PlacementTable table = PlacementTable::build({2, 7}, 6, false);
  Plane random_bits(table.size(), 6);
  fill_at_random(random_bits, table, Density::kSevenOfEight, 7);
  constexpr auto kLive = live_words<6>();
  PlaneWords before(table.size() * words_of_placement(6));
  for (std::size_t w = 0; w < before.size(); ++w) before[w] = random_bits.first_word()[w] & kLive[w % kLive.size()];
  for (const StuckRule stuck : kAllStuckRules) {
    CAPTURE(to_string(stuck));
    const PlaneWords after = after_sweeps(table, before, stuck, InstructionSet::kPortable, 1);
    const InstructionSet best = best_instruction_set();
    // The comparisons are in parentheses, or else Catch2 would print millions of words when one fails.
    for (const InstructionSet set : supported_instruction_sets()) {
      if (set != InstructionSet::kPortable) CHECK((after_sweeps(table, before, stuck, set, 1) == after));
    }
    // The second sweep follows only lists of new wins, which lack the wins of stuck players. So it must begin from a
    // plane that already has these wins.
    const PlaneWords twice = after_sweeps(table, after, stuck, best, 1);
    CHECK((after_sweeps(table, after, stuck, best, 2) == after_sweeps(table, twice, stuck, best, 1)));
    const SweepByRules by_rules(table, stuck, before);
    std::mt19937_64 dice(5);
    int newly_won = 0;
    for (int k = 0; k < 20'000; ++k) {
      const PositionCell cell{static_cast<std::uint32_t>(dice() % table.size()),
                              static_cast<std::uint32_t>(dice() % by_rules.moves().cells_per_placement())};
      // Bits that were set before the sweep stay set, so only an eighth of the cells with such bits are worth a test.
      if (!by_rules.moves().is_live(cell) || (by_rules.is_set(before, cell) && k % 8 != 0)) continue;
      const bool is_won = by_rules.is_won(cell);
      if (by_rules.is_set(after, cell) != is_won) FAIL("placement " << cell.placement << ", index " << cell.index);
      newly_won += is_won && !by_rules.is_set(before, cell) ? 1 : 0;
    }
    CHECK(newly_won > 50);
  }
}

// A sweep computes a region's placements in several rounds. In every round but the last, fewer placements are computed
// by whole blocks than by lists. The last round computes a placement by whole blocks at most once. The memory
// for lists of decided positions is too small for a whole sweep. A solve that stayed in a region until nothing changed
// would compute placements by whole blocks four times.
TEST_CASE("a sweep leaves a region where most placements would be computed by whole blocks", "[values][law]") {
  constexpr int kThree = 3;
  const PlacementTable table = PlacementTable::build({5, 4}, kThree, true);
  for (const unsigned list_bytes : {1U << 14, 1U << 15, 1U << 16}) {
    MemoryPlane plane(TileLayout(table.size(), kThree, 16 * kSmallTile), kThree);
    const ValuesOptions options{.groups_per_region = 2, .list_bytes = list_bytes, .only_sparse = true};
    const auto engine = ValuesEngine::create(table, plane, options);
    for (SweepCounts counts; !counts.is_fixpoint;) {
      counts = engine->run_sweep({}).value();
      CAPTURE(list_bytes, counts.sweep);
      CHECK(counts.dense <= table.size() + counts.sparse);
    }
  }
}

TEST_CASE("neither groups nor visits nor lists nor threads change the values", "[values][law]") {
  // The checks run with one thread and one visit per sweep, and with several threads and several visits per sweep.
  for (const std::size_t many : {1U, 3U}) check_groups_and_lists({5, 4}, many);
}

// "neither groups nor visits nor lists nor threads ...", on a board that is small enough for the thread sanitizer.
TEST_CASE("neither groups nor lists change the values that several threads find", "[values][law][parallel]") {
  check_groups_and_lists({4, 4}, 3);
}

TEST_CASE("the start's value is reported once, as soon as it is a win or a loss", "[values][parallel]") {
  int won = 0;
  int lost = 0;
  int drawn = 0;
  const std::pair<BoardSize, int> boards[] = {{{3, 3}, 1}, {{3, 3}, 2}, {{4, 4}, 2}, {{4, 3}, 3},
                                              {{5, 3}, 3}, {{4, 4}, 3}, {{3, 4}, 3}};
  for (const auto& [size, pieces] : boards) {
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
      const ValuesOptions options{
          .stuck = rules.stuck, .threads = 2, .groups_per_region = 1, .list_bytes = 1 << 12, .start = start};
      const auto engine = ValuesEngine::create(table, plane, options);
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

// A visit may find that a stuck player has won. Groups that the sweep visited earlier must then use this win in the
// next sweep. values_by_sweeps() checks this.
TEST_CASE("sweeps by lists alone leave no win to the last sweep", "[values][law][parallel]") {
  const std::pair<BoardSize, int> boards[] = {{{2, 4}, 2}, {{2, 5}, 2}, {{3, 3}, 2}, {{2, 4}, 3},
                                              {{2, 5}, 3}, {{3, 3}, 3}, {{2, 5}, 4}};
  for (const auto& [size, pieces] : boards) {
    for (const RuleSet rules : kAllRuleSets) {
      CAPTURE(to_string(size), pieces, to_string(rules));
      const PlacementTable table = PlacementTable::build(size, pieces, rules.diagonal_jumps);
      MemoryPlane plane(TileLayout(table.size(), pieces, 1), pieces);
      const ValuesOptions options{
          .stuck = rules.stuck, .threads = 2, .groups_per_region = 1, .list_bytes = 1 << 20, .only_sparse = true};
      values_by_sweeps(table, plane, options);
    }
  }
}

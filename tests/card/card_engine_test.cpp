// The engine on an emulated card makes the same plane as the engine on processors, bit for bit.
#include "solver/card/card_engine.h"
#include "solver/values/values_plan.h"
#include "solver/values/visit_order.h"
#include "tests/card/card_solve_fixture.h"
#include "tests/card/emulated_ptx.h"
#include "tests/solver/exact_labels.h"
#include "tests/solver/plane_values.h"
#include "tests/solver/random_planes.h"
#include "tests/test.h"

namespace uisge {

namespace {

using test::PlaneValues;

struct Game {
  BoardSize board;
  int pieces;
};

CardSplit make_split(const std::vector<TileId>& order, std::size_t resident, std::size_t staged,
                     std::size_t tiles_per_group) {
  return {.order = order, .resident_tiles = resident, .staged_tiles = staged, .tiles_per_group = tiles_per_group};
}

std::size_t least_staging(const PlacementTable& table, const TileLayout& layout, std::span<const TileId> order,
                          std::size_t resident) {
  const CardSplit split = make_split({order.begin(), order.end()}, resident, 0, 1);
  const std::vector<TileId> elsewhere = resident_tiles(split, layout);
  std::size_t staged = 1;
  while (largest_group(table, layout, {order, staged, elsewhere}, 1) == 0) ++staged;
  return staged;
}

// Returns four divisions of the tiles. All tiles stay on the card for the whole solve. Or half of them stay, with room
// to stage two steps. Or one tile stays, with room to stage more than two steps, and tiles are visited in the order in
// which they lie in the plane. Or no tile stays, with room to stage one step.
std::vector<CardSplit> four_splits(const PlacementTable& table, const TileLayout& layout) {
  const std::size_t tiles = layout.tiles();
  const std::vector<TileId> of_file = order_of_file(layout);
  const std::vector<TileId> by_graph = spectral_order(table, layout);
  const std::size_t much = 5 * least_staging(table, layout, of_file, 1) / 2;
  return {make_split({}, tiles, 0, std::max<std::size_t>(1, tiles / 5)),
          make_split(by_graph, tiles / 2, 2 * least_staging(table, layout, by_graph, tiles / 2), 1),
          make_split({}, 1, much,
                     largest_group(table, layout,
                                   {of_file, much / 2, resident_tiles(make_split(of_file, 1, 0, 1), layout)}, 3)),
          make_split(by_graph, 0, least_staging(table, layout, by_graph, 0), 1)};
}

std::unique_ptr<CardEngine> make_engine(Card& card, const PlacementTable& table, const TileLayout& layout,
                                        const CardOptions& options) {
  auto engine = CardEngine::make(card, table, layout, options, std::nullopt, {});
  if (!engine) FAIL(engine.error().message);
  return std::move(*engine);
}

PlaneValues values_by_card(const PlacementTable& table, const TileLayout& layout, StuckRule stuck,
                           const CardSplit& split, std::size_t revisits, std::uint32_t steps_before = 2) {
  Card card = test::card_solve::open_card();
  const CardOptions options{.stuck = stuck,
                            .split = split,
                            .revisits = revisits,
                            .steps_before = steps_before,
                            .kernels = test::emulated_ptx()};
  return test::settled_values(table, *make_engine(card, table, layout, options), true);
}

void compare(const Game& game, std::size_t tile_bytes, RuleSet rules, std::size_t splits = 4) {
  const PlacementTable table = PlacementTable::build(game.board, game.pieces, rules.diagonal_jumps);
  const PlaneValues expected = test::values_by_sweeps(table, {.stuck = rules.stuck});
  const TileLayout layout(table.size(), game.pieces, tile_bytes);
  std::size_t revisits = 0;
  std::vector<CardSplit> divided = four_splits(table, layout);
  divided.erase(divided.begin(), divided.end() - static_cast<std::ptrdiff_t>(splits));
  for (const CardSplit& split : divided) {
    CAPTURE(to_string(game.board), game.pieces, to_string(rules), layout.tiles(), split.resident_tiles,
            split.staged_tiles, split.tiles_per_group);
    const PlaneValues found = values_by_card(table, layout, rules.stuck, split, revisits);
    CHECK((found.won == expected.won));  // the inner brackets keep Catch2 from printing the planes
    CHECK((found.lost == expected.lost));
    revisits = 3 - revisits;
  }
}

TEST_CASE("a card finds the plane that processors find, however the plane is divided", "[card]") {
  for (const auto& [game, tile_bytes] : {std::pair{Game{{3, 2}, 1}, std::size_t{32}},
                                         {Game{{3, 3}, 2}, 96},
                                         {Game{{4, 3}, 2}, 128},
                                         {Game{{4, 3}, 3}, 512},
                                         {Game{{3, 3}, 4}, 2300}}) {
    for (const RuleSet rules : kAllRuleSets) compare(game, tile_bytes, rules);
  }
}

// The card counts steps in 16 bits.
TEST_CASE("a card finds the same plane whatever the number of its first step", "[card]") {
  const PlacementTable table = PlacementTable::build({4, 3}, 2, false);
  const TileLayout layout(table.size(), 2, 128);
  const PlaneValues expected = test::values_by_sweeps(table, {});
  const auto groups = static_cast<std::uint32_t>(layout.tiles());
  const CardSplit split = make_split({}, layout.tiles(), 0, 1);
  for (std::uint32_t first = UINT16_MAX - 4 * groups; first < UINT16_MAX + 3; first += groups / 2 + 1) {
    CAPTURE(first);
    CHECK((values_by_card(table, layout, StuckRule::kLoses, split, 1, first).won == expected.won));
  }
}

TEST_CASE("an engine on a card answers about positions, and can begin anew", "[card]") {
  const PlacementTable table = PlacementTable::build({4, 4}, 3, false);
  const TileLayout layout(table.size(), 3, 2048);
  const PlaneValues expected = test::values_by_sweeps(table, {});
  const std::vector<PositionCell> all = test::all_live_cells(table);
  std::vector<PositionCell> cells;
  for (std::size_t i = 0; i < all.size(); i += 11) cells.push_back(all[i]);
  for (const CardSplit& split : four_splits(table, layout)) {
    CAPTURE(layout.tiles(), split.resident_tiles, split.staged_tiles);
    Card card = test::card_solve::open_card();
    const CardOptions options{.split = split, .threads = 2, .kernels = test::emulated_ptx()};
    const auto engine = make_engine(card, table, layout, options);
    // The engine forgets its wins in the middle of a solve and begins anew. The engine then finds as many wins as it
    // would without the earlier sweeps.
    for (int i = 0; i < 3; ++i) REQUIRE(engine->run_sweep({}));
    REQUIRE(engine->forget());
    std::vector<std::uint8_t> won(cells.size(), 7);
    REQUIRE(engine->look_up(cells, won));
    CHECK(std::ranges::count(won, 0) == std::ssize(won));
    CHECK((test::settled_values(table, *engine, true).won == expected.won));
    REQUIRE(engine->look_up(cells, won));
    const std::size_t words = test::words_of_placement(3);
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const std::uint64_t* const blocks = expected.won.data() + cells[i].placement * words;
      REQUIRE(won[i] == (is_bit_set(blocks, cells[i].index) ? 1 : 0));
    }
  }
}

TEST_CASE("a card finds the plane of a board with five pieces a side", "[card]") {
  compare({{4, 3}, 5}, 3 * 32256, {StuckRule::kPasses, true}, 1);
}

// With six pieces a side the emulation takes seconds where a card takes microseconds.
TEST_CASE("a card finds the plane of a board with six pieces a side", "[card][.slow]") {
  compare({{2, 7}, 6}, 473088, {StuckRule::kDraws, false}, 1);
}

TEST_CASE("a card finds the planes of larger boards by every rule set", "[card][.slow]") {
  for (const RuleSet rules : kAllRuleSets) compare({{4, 4}, 3}, 2048, rules);
  compare({{5, 4}, 4}, std::size_t{64} << 10, {}, 1);
}

TEST_CASE("a sweep over all placements copies as many bytes to the card as the plan says", "[card]") {
  const PlacementTable table = PlacementTable::build({4, 4}, 3, false);
  const TileLayout layout(table.size(), 3, 1);
  std::size_t staging = 0;
  for (const CardSplit& split : four_splits(table, layout)) {
    CAPTURE(layout.tiles(), split.resident_tiles, split.staged_tiles, split.tiles_per_group);
    Card card = test::card_solve::open_card();
    const auto engine = make_engine(card, table, layout, {.split = split, .kernels = test::emulated_ptx()});
    LabelSummary summary;
    // The first sweep begins with an empty plane, so its tiles are zeroed on the card instead of being copied there.
    REQUIRE(engine->run_full_sweep({}, summary));
    const std::uint64_t before = engine->bytes_read();
    for (int i = 0; i < 2; ++i) REQUIRE(engine->run_full_sweep({}, summary));
    const std::uint64_t expected = 2 * staged_per_sweep(table, layout, split);
    CHECK(engine->bytes_read() - before == expected);
    staging += expected != 0 ? 1 : 0;
  }
  CHECK(staging == 3);
}

// Only `card_tests "[.hours]"` runs these tests.
TEST_CASE("a card finds the planes of four a side under every rule set, however they are divided", "[card][.hours]") {
  for (const RuleSet rules : kAllRuleSets) compare({{5, 4}, 4}, std::size_t{64} << 10, rules);
}

TEST_CASE("a card finds the planes of the real board with four a side by every rule set", "[card][.hours]") {
  for (const RuleSet rules : kAllRuleSets) compare({{7, 6}, 4}, std::size_t{64} << 10, rules, 1);
}

TEST_CASE("a card finds the planes of six a side under every rule set, however they are divided", "[card][.hours]") {
  for (const RuleSet rules : kAllRuleSets) compare({{4, 4}, 6}, std::size_t{1} << 20, rules);
}

}  // namespace

}  // namespace uisge

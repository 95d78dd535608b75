#include "solver/values/values_plan.h"

#include "tests/test.h"

using namespace uisge;

TEST_CASE("the memory that a refused plan of values names is enough", "[values][plan]") {
  const DatabaseIdentity games[] = {
      {{4, 3}, 2, {}}, {{4, 4}, 4, {}}, {{7, 6}, 3, {}}, {{3, 8}, 5, {}}, {{5, 5}, 5, {}}};
  for (DatabaseIdentity game : games) {
    for (const bool diagonal_jumps : {false, true}) {
      game.rules.diagonal_jumps = diagonal_jumps;
      const PlacementTable table = PlacementTable::build(game.board, game.pieces, diagonal_jumps);
      // Tiles of many sizes, so that memory has room for few tiles or for many, and for long or for short lists.
      std::size_t last = 0;  // the bytes of the last layout's tiles
      for (std::size_t tile_bytes = 1000; tile_bytes < 2'000'000; tile_bytes = tile_bytes * 5 / 4) {
        const TileLayout layout(table.size(), game.pieces, tile_bytes);
        if (std::exchange(last, layout.bytes_per_tile()) == layout.bytes_per_tile()) continue;  // the same layout
        const auto plan_within = [&](std::uint64_t bytes) {
          return plan_values(game, table, layout, 1, {UINT64_MAX, bytes});
        };
        const auto refused = plan_within(1);
        CAPTURE(to_string(game), layout.tiles());
        test::check_error(refused, ErrorKind::kResource);
        REQUIRE(refused.error().advice.size() == 1);
        const std::uint64_t named = refused.error().advice.front().amount << 20;
        const auto planned = plan_within(named);
        REQUIRE(planned);
        CHECK(planned->memory_bytes() <= named);
      }
    }
  }
}

TEST_CASE("a refused plan of values advises what helps", "[values][plan]") {
  const DatabaseIdentity game{{7, 6}, 3, {}};
  const PlacementTable table = PlacementTable::build(game.board, game.pieces, false);
  const TileLayout layout(table.size(), game.pieces);
  const auto all_advice = [&](std::size_t threads, const MemoryLimit& limit) {
    const auto refused = plan_values(game, table, layout, threads, limit);
    test::check_error(refused, ErrorKind::kResource);
    return refused.error().advice;
  };
  const auto advised = [&](std::size_t threads, const MemoryLimit& limit) {
    const std::vector<Advice> advice = all_advice(threads, limit);
    REQUIRE(advice.size() == 1);
    return advice.front();
  };
  const Advice allow = advised(1, {UINT64_MAX, 1});
  CHECK(allow.remedy == Remedy::kAllowMemory);
  const std::uint64_t enough = allow.amount << 20;
  CHECK(advised(1, {enough, 1}).remedy == Remedy::kAllowMemory);
  // The machine does not have more, whatever the user allows.
  CHECK(advised(1, {1, std::nullopt}).remedy == Remedy::kSmallerBoard);
  CHECK(advised(1, {1, enough}).remedy == Remedy::kSmallerBoard);
  CHECK(advised(64, {enough, std::nullopt}).remedy == Remedy::kFewerThreads);
  // Fewer threads alone do not help if less is allowed than one thread needs.
  const std::vector<Advice> both = all_advice(64, {enough, 1});
  REQUIRE(both.size() == 2);
  CHECK(both.front().remedy == Remedy::kFewerThreads);
  CHECK(both.back().remedy == Remedy::kAllowMemory);
  CHECK(both.back().amount == allow.amount);
  CHECK(plan_values(game, table, layout, 1, {enough, std::nullopt}));
}

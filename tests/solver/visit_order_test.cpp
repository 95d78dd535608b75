// Tests that an order of visits has each tile once, and that TileSchedule predicts for each tile the next visit that
// needs it.
#include "solver/values/visit_order.h"

#include "solver/values/tile_schedule.h"
#include "tests/test.h"

using namespace uisge;

namespace {

struct Case {
  BoardSize size;
  int pieces;
  std::size_t tile_bytes;
};
// The cases: one placement per tile; several placements per tile, with a last tile that is not full; a single tile; a
// board without moves.
constexpr Case kCases[] = {{{4, 4}, 3, 1}, {{5, 4}, 3, 700}, {{3, 3}, 2, 1 << 20}, {{4, 3}, 6, 1}};

std::set<TileId> touched_by(const PlacementTable& table, const TileLayout& layout, const VisitOrder& order,
                            std::size_t group) {
  std::set<TileId> tiles;
  for (const PlacementId id : order.placements(group)) {
    tiles.insert(layout.tile_of(id));
    for (const Transition& move : table.transitions(id)) tiles.insert(layout.tile_of(move.target));
  }
  return tiles;
}

}  // namespace

TEST_CASE("an order of visits contains every tile and every placement once", "[values]") {
  for (const auto& [size, pieces, tile_bytes] : kCases) {
    const PlacementTable table = PlacementTable::build(size, pieces, false);
    const TileLayout layout(table.size(), pieces, tile_bytes);
    for (const std::vector<TileId>& tiles : {order_of_file(layout), spectral_order(table, layout)}) {
      CAPTURE(to_string(size), pieces, layout.tiles());
      CHECK(tiles.size() == layout.tiles());
      CHECK(std::set<TileId>(tiles.begin(), tiles.end()).size() == layout.tiles());
      for (const std::size_t tiles_per_group : {std::size_t{1}, std::size_t{3}, layout.tiles() + 1}) {
        const VisitOrder order(layout, tiles, tiles_per_group);
        CHECK(order.groups() == (layout.tiles() + tiles_per_group - 1) / tiles_per_group);
        std::vector<PlacementId> placements;
        for (std::size_t group = 0; group < order.groups(); ++group) {
          std::size_t place = 0;
          CHECK(order.placements(group).size() <= order.largest_group());
          for (const PlacementId id : order.placements(group)) {
            CHECK(order.place_in(group, id) == place++);
            for (std::size_t other = 0; other < order.groups(); ++other) {
              CHECK(order.is_in(other, id) == (other == group));
            }
            placements.push_back(id);
          }
        }
        std::vector<PlacementId> expected;
        for (const TileId tile : tiles) {
          for (std::size_t i = layout.begin(tile); i < layout.end(tile); ++i) {
            expected.push_back(static_cast<PlacementId>(i));
          }
        }
        CHECK(placements == expected);
      }
    }
  }
}

TEST_CASE("the next visit of a tile is the first one that touches it", "[values][law]") {
  constexpr std::size_t kSweeps = 4;
  for (const auto& [size, pieces, tile_bytes] : kCases) {
    const PlacementTable table = PlacementTable::build(size, pieces, false);
    const TileLayout layout(table.size(), pieces, tile_bytes);
    for (const auto tiles_per_group : {std::size_t{1}, std::size_t{2}, std::size_t{5}}) {
      CAPTURE(to_string(size), pieces, tiles_per_group);
      const VisitOrder order(layout, spectral_order(table, layout), tiles_per_group);
      std::vector<std::set<TileId>> touched;
      std::vector<std::size_t> group_of_visit;
      for (std::size_t g = 0; g < order.groups(); ++g) touched.push_back(touched_by(table, layout, order, g));
      for (std::size_t sweep = 0; sweep < kSweeps; ++sweep) {
        for (std::size_t i = 0; i < order.groups(); ++i) {
          group_of_visit.push_back(sweep % 2 == 0 ? i : order.groups() - 1 - i);
        }
      }
      TileSchedule schedule(table, layout, order);
      // In the sweep before the last sweep, every tile is still needed.
      for (std::size_t visit = 0; visit < (kSweeps - 1) * order.groups(); ++visit) {
        schedule.begin_visit(SweepDirection(1 + visit / order.groups(), order.groups()), visit % order.groups());
        for (const TileId tile : order_of_file(layout)) {
          std::size_t next = visit + 1;
          while (!touched[group_of_visit[next]].contains(tile)) ++next;
          REQUIRE(schedule.next_visit(tile) - schedule.visit() == next - visit);
        }
      }
    }
  }
}

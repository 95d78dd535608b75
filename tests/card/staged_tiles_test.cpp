// Tests which tiles are evicted from a card's staging area: each step finds its tiles, and an evicted tile is needed no
// sooner than the tiles that are kept. The test finds the next use of a tile in the list of all visits, not in the
// schedule.
#include "solver/card/staged_tiles.h"
#include "solver/values/touched_tiles.h"
#include "tests/test.h"

namespace uisge {

namespace {

constexpr std::size_t kSweeps = 4;

// Lists, for each visit of kSweeps sweeps, the tiles that the visit needs. Sweeps go forwards and backwards in turn.
std::vector<std::vector<TileId>> tiles_of_visits(const PlacementTable& table, const TileLayout& layout,
                                                 const VisitOrder& order) {
  TouchedTiles touched(table, layout);
  std::vector<std::vector<TileId>> visits(kSweeps * order.groups());
  for (std::size_t visit = 0; visit < visits.size(); ++visit) {
    const std::size_t place = visit % order.groups();
    const bool forwards = visit / order.groups() % 2 == 0;
    touched.list(order.placements(forwards ? place : order.groups() - 1 - place), visits[visit]);
  }
  return visits;
}

// The first visit after `visit` that needs the tile; the number of visits if no visit does.
std::size_t next_visit(const std::vector<std::vector<TileId>>& visits, std::size_t visit, TileId tile) {
  while (++visit < visits.size() && !std::ranges::binary_search(visits[visit], tile)) {
  }
  return visit;
}

// Tracks which tiles are in a staging area, from the copies that StagedTiles asks for.
class StagingArea {
 public:
  void take(std::span<const StagedTiles::Change> changes, const std::vector<TileId>& wanted) {
    given_up_.clear();
    for (const auto& [place, out, in] : changes) {
      CHECK(tiles_.contains(place) == out.has_value());
      if (out) {
        CHECK(tiles_[place] == *out);
        given_up_.insert(*out);
      }
      // A tile is copied in only if the step needs it.
      CHECK(std::ranges::binary_search(wanted, in));
      tiles_[place] = in;
    }
    held_.clear();
    for (const auto& [place, tile] : tiles_) CHECK(held_.insert(tile).second);
    for (const TileId tile : wanted) CHECK(held_.contains(tile));
  }
  const std::set<TileId>& held() const { return held_; }
  const std::set<TileId>& given_up() const { return given_up_; }

 private:
  std::map<std::uint32_t, TileId> tiles_;  // by place
  std::set<TileId> held_;
  std::set<TileId> given_up_;
};

}  // namespace

TEST_CASE("of the tiles that a card does not need now, those that it needs last are evicted", "[card][law]") {
  int given_up = 0;
  const PlacementTable table = PlacementTable::build({4, 4}, 3, false);
  const TileLayout layout(table.size(), 3, 1);
  const VisitOrder order(layout, spectral_order(table, layout), 2);
  const auto visits = tiles_of_visits(table, layout, order);
  std::size_t most = 0;
  for (const std::vector<TileId>& tiles : visits) most = std::max(most, tiles.size());
  for (const std::size_t places : {2 * most, 3 * most, layout.tiles()}) {
    CAPTURE(layout.tiles(), most, places);
    TileSchedule schedule(table, layout, order);
    StagedTiles staged(layout.tiles(), places);
    StagingArea area;
    std::uint32_t step = 2;
    // The last sweep is left out: `visits` ends with it, and so does not say which visit needs its tiles next.
    for (std::size_t visit = 0; visit < visits.size() - order.groups(); ++visit) {
      schedule.begin_visit(SweepDirection(1 + visit / order.groups(), order.groups()), visit % order.groups());
      const auto changes = staged.stage(visits[visit], ++step, &schedule);
      REQUIRE(changes);
      area.take(*changes, visits[visit]);
      for (const TileId tile : area.given_up()) {
        // The previous step may still be running, so its tiles must stay.
        CHECK((visit == 0 || !std::ranges::binary_search(visits[visit - 1], tile)));
        const std::size_t needed = next_visit(visits, visit, tile);
        for (const TileId kept : area.held()) {
          const bool is_in_use = std::ranges::binary_search(visits[visit], kept) ||
                                 (visit != 0 && std::ranges::binary_search(visits[visit - 1], kept));
          if (!is_in_use && next_visit(visits, visit, kept) > needed) FAIL("a tile that is needed later is kept");
        }
        ++given_up;
      }
    }
  }
  CHECK(given_up > 100);
}

TEST_CASE("a tile that its planned visit did not use is evicted first, or without a schedule the least recently used",
          "[card]") {
  const PlacementTable table = PlacementTable::build({4, 4}, 3, false);
  const TileLayout layout(table.size(), 3, 1);
  const VisitOrder order(layout, order_of_file(layout), 1);
  TileSchedule schedule(table, layout, order);
  const std::size_t last = order.groups() - 1;
  const auto given_up = [](const auto& changes) {
    REQUIRE(changes);
    REQUIRE(changes->size() == 1);
    return (*changes)[0].out;
  };
  const auto begin = [&](std::size_t group) { schedule.begin_visit(SweepDirection(1, order.groups()), group); };
  const auto tile = [](std::size_t number) { return std::vector<TileId>{static_cast<TileId>(number)}; };

  StagedTiles staged(layout.tiles(), 2);
  begin(0);
  REQUIRE(schedule.next_visit(tile(0)[0]) > schedule.visit());
  CHECK(!given_up(staged.stage(tile(0), 3, &schedule)));
  CHECK(!given_up(staged.stage(tile(last), 5, &schedule)));
  // From group 1 on no visit of this sweep needs tile 0, so tile 0 makes room for another tile.
  for (std::size_t group = 1; group <= last; ++group) begin(group);
  CHECK(staged.stage(tile(last), 7, &schedule)->empty());
  CHECK(given_up(staged.stage(tile(1), 9, &schedule)) == tile(0)[0]);

  StagedTiles recent(layout.tiles(), 2);
  CHECK(!given_up(recent.stage(tile(3), 3, nullptr)));
  CHECK(!given_up(recent.stage(tile(4), 5, nullptr)));
  CHECK(recent.stage(tile(3), 7, nullptr)->empty());
  CHECK(given_up(recent.stage(tile(5), 9, nullptr)) == tile(4)[0]);
}

}  // namespace uisge

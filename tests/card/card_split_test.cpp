// Tests how a plane is divided between a card and main memory, on boards and cards of many sizes.
#include "solver/card/card_split.h"
#include "solver/values/values_plan.h"
#include "solver/values/visit_order.h"
#include "tests/test.h"

namespace uisge {

namespace {

// Returns how many non-resident tiles a single step needs at most.
std::size_t most_staged(const PlacementTable& table, const TileLayout& layout, const CardSplit& split) {
  std::size_t most = 0;
  for (std::size_t first = 0; first < layout.tiles(); first += split.tiles_per_group) {
    std::set<TileId> tiles;
    for (std::size_t at = first; at < std::min(layout.tiles(), first + split.tiles_per_group); ++at) {
      const TileId tile = split.order[at];
      tiles.insert(tile);
      for (std::size_t i = layout.begin(tile); i < layout.end(tile); ++i) {
        for (const Transition& move : table.transitions(static_cast<PlacementId>(i))) {
          tiles.insert(layout.tile_of(move.target));
        }
      }
    }
    for (const TileId tile : resident_tiles(split, layout)) tiles.erase(tile);
    most = std::max(most, tiles.size());
  }
  return most;
}

// Checks that the chosen order of visits copies the fewest bytes, and returns whether it is the order of the tiles in a
// plane file.
bool follows_file(const PlacementTable& table, const TileLayout& layout, const CardSplit& split) {
  CHECK(split.staged_bytes_per_sweep == staged_per_sweep(table, layout, split));
  const std::size_t at_most = std::max<std::size_t>(1, layout.tiles() / 50);
  for (const std::vector<TileId>& order : {order_of_file(layout), spectral_order(table, layout)}) {
    CardSplit other = split;
    other.order = order;
    other.tiles_per_group =
        largest_group(table, layout, {order, split.staged_tiles / 2, resident_tiles(other, layout)}, at_most);
    if (other.tiles_per_group == 0) continue;
    CHECK(staged_per_sweep(table, layout, other) >= split.staged_bytes_per_sweep);
  }
  return split.order == order_of_file(layout);
}

}  // namespace

TEST_CASE("the division of a plane fits into any card, and so does every step", "[card][law]") {
  const struct {
    BoardSize board;
    int pieces;
    std::size_t tile_bytes;
  } games[] = {{{4, 4}, 3, 2560}, {{5, 4}, 4, 2240}, {{5, 4}, 4, 17920}, {{5, 5}, 2, 192}};
  int divided = 0;
  int refused = 0;
  int by_file = 0;
  int by_graph = 0;
  for (const auto& [board, pieces, tile_bytes] : games) {
    const PlacementTable table = PlacementTable::build(board, pieces, true);
    const TileLayout layout(table.size(), pieces, tile_bytes);
    const std::uint64_t plane = layout.tiles() * layout.bytes_per_tile();
    std::uint64_t quarters = 0;  // what a sweep reads of successors; the unit is a quarter of a placement's blocks
    // Reading the predecessors' blocks moves as many bytes as reading the successors' blocks.
    for (std::size_t i = 0; i < table.size(); ++i) {
      for (const Transition& move : table.transitions(static_cast<PlacementId>(i))) {
        quarters += move.kind == MoveKind::kJump ? 2 : 1;
      }
    }
    CHECK(floor_bytes_per_sweep(table, layout) == quarters * layout.bytes_per_placement() / 2);
    for (std::uint64_t card = std::uint64_t{1} << 20; card < 4 * plane + (std::uint64_t{8} << 20); card += card / 20) {
      for (const std::uint64_t pinned : {std::uint64_t{0}, plane / 2, plane}) {
        CAPTURE(to_string(board), pieces, card, pinned, layout.tiles());
        const auto split = split_plane(table, layout, {card, pinned});
        if (!split) {
          ++refused;
          // A divided plane needs pinned memory. If there is enough of it, the card lacks memory for a step.
          const bool lacks_pinned = test::contains(split.error().message, "the plane needs");
          CHECK((lacks_pinned || (pinned != 0 && test::contains(split.error().message, "a step needs"))));
          continue;
        }
        CHECK(split->card_bytes <= card);
        CHECK(split->pinned_bytes + split->schedule_bytes <= pinned);
        CHECK((split->schedule_bytes == 0) == (split->resident_tiles == layout.tiles()));
        CHECK(split->pinned_bytes == (layout.tiles() - split->resident_tiles) * layout.bytes_per_tile());
        CHECK(split->tiles_per_group >= 1);
        CHECK(resident_tiles(*split, layout).size() == split->resident_tiles);
        if (split->resident_tiles == layout.tiles()) {
          CHECK(split->staged_bytes_per_sweep == 0);
          continue;
        }
        ++divided;
        // The staging area has room for two steps. Each non-resident tile is copied to the card at least once per
        // sweep, unless the staging area still holds it.
        CHECK(2 * most_staged(table, layout, *split) <= split->staged_tiles);
        CHECK(split->staged_bytes_per_sweep + split->staged_tiles * layout.bytes_per_tile() >= split->pinned_bytes);
        ++(follows_file(table, layout, *split) ? by_file : by_graph);
      }
    }
  }
  CHECK(divided > 5);
  CAPTURE(by_file, by_graph);
  CHECK(by_file > 0);
  CHECK(by_graph > 0);
  CHECK(refused > 5);
}

}  // namespace uisge

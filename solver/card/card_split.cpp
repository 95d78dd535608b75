#include "solver/card/card_split.h"

#include <fmt/format.h>

#include <algorithm>
#include <list>
#include <vector>

#include "solver/card/card_error.h"
#include "solver/card/card_step.h"
#include "solver/units.h"
#include "solver/values/values_plan.h"
#include "solver/values/visit_order.h"

namespace uisge {

namespace {

// The driver's own, and what the compiler of kernels takes; on a small card, as tests have it, in proportion.
constexpr std::uint64_t kDriverBytes = std::uint64_t{512} << 20;
constexpr std::uint64_t kDriverShare = 32;
// Parts of what is left beside the fixed: a larger group is looked at less often, more staging is copied less often.
constexpr std::uint64_t kCardGroupShare = 20;
constexpr std::uint64_t kStagingShare = 8;

std::uint64_t fixed_bytes(const PlacementTable& table, const TileLayout& layout) {
  const std::uint64_t moves = table.transition_count() * sizeof(CardMove) + table.size() * sizeof(CardPlacement);
  // Two steps, each with lists of sources and targets, what they have won, and where tiles lie; and counts.
  const std::uint64_t lists = 2 * (table.size() * (4 + 4 + 4 + 1) + layout.tiles() * 4) + table.size() * 8;
  return moves + lists + (std::uint64_t{1} << 20);
}

// What a sweep copies to the card, least recently used tiles making room: groups in order, all of them.
std::uint64_t staged_per_sweep(const PlacementTable& table, const TileLayout& layout, const CardSplit& split) {
  const std::size_t tiles = layout.tiles();
  if (split.resident_tiles >= tiles) return 0;
  std::list<std::size_t> used;  // last at the back
  std::vector<std::list<std::size_t>::iterator> where(tiles, used.end());
  std::uint64_t copied = 0;
  const auto use = [&](std::size_t tile) {
    if (tile < split.resident_tiles) return;
    if (where[tile] != used.end()) {
      used.splice(used.end(), used, where[tile]);
      return;
    }
    ++copied;
    if (used.size() == split.staged_tiles) {
      where[used.front()] = used.end();
      used.pop_front();
    }
    where[tile] = used.insert(used.end(), tile);
  };
  for (std::size_t i = 0; i < table.size(); ++i) {
    const PlacementId id = placement_id(i);
    use(index(layout.tile_of(id)));
    for (const Transition& move : table.transitions(id)) use(index(layout.tile_of(move.target)));
  }
  return copied * layout.bytes_per_tile();
}

std::uint64_t floor_per_sweep(const PlacementTable& table, const TileLayout& layout) {
  std::uint64_t quarters = 0;  // of a placement's blocks, in one of the two phases
  for (std::size_t i = 0; i < table.size(); ++i) {
    quarters += 8;
    // Half of the colourings have the piece for their mover.
    for (const Transition& move : table.transitions(placement_id(i))) {
      quarters += move.kind == MoveKind::kJump ? 2 : 1;
    }
  }
  return quarters * layout.bytes_per_placement() / 2;
}

// What the emulated kernels move, as a multiple of the floor; and the share of a data sheet's speed that programs get.
constexpr double kOverFloor = 1.1;
constexpr double kShareOfDataSheet = 0.6;
// All sweeps together do the work of this number of sweeps over everything. Emulated with four a side it was that of 38
// to 46; with six a side it is taken to be as much more as on processors (docs/gpu.md).
constexpr double kWholeSweepsOnCard = 60;

}  // namespace

double card_seconds(const CardSplit& split, double card_bytes_per_second, double bus_bytes_per_second) {
  const double on_card =
      kOverFloor * static_cast<double>(split.floor_bytes_per_sweep) / (kShareOfDataSheet * card_bytes_per_second);
  const double on_bus = static_cast<double>(split.staged_bytes_per_sweep) / bus_bytes_per_second;
  return kWholeSweepsOnCard * std::max(on_card, on_bus);
}

Result<CardSplit> split_plane(const PlacementTable& table, const TileLayout& layout, const CardRoom& room) {
  CardSplit split;
  const std::uint64_t tile = layout.bytes_per_tile();
  const std::uint64_t driver = std::min(kDriverBytes, room.card_bytes / kDriverShare);
  split.fixed_bytes = fixed_bytes(table, layout) + driver;
  const std::size_t usual_group = std::max<std::size_t>(1, layout.tiles() / kCardGroupShare);
  const std::uint64_t whole = split.fixed_bytes + (layout.tiles() + usual_group) * tile;
  const auto no_room = [&](std::uint64_t pinned_need) {
    return card_error(fmt::format(
        "card: the plane needs {}; the card has {} for it and what belongs to it, and of this machine's memory {} can "
        "be pinned, where {} would be needed",
        format_size(layout.tiles() * tile), format_size(room.card_bytes), format_size(room.pinned_bytes),
        format_size(pinned_need)));
  };
  if (whole <= room.card_bytes) {
    split.resident_tiles = layout.tiles();
    split.tiles_per_group = usual_group;
  } else {
    const std::uint64_t left = room.card_bytes - std::min(room.card_bytes, split.fixed_bytes);
    const std::size_t group = std::min<std::size_t>(usual_group, left / kCardGroupShare / tile);
    split.staged_tiles = left / kStagingShare / tile;
    const std::size_t taken = group + split.staged_tiles;
    split.resident_tiles = left / tile - std::min<std::size_t>(left / tile, taken);
    // Two steps at a time: the next one's tiles come while one is being worked at.
    const std::vector<TileId> order = order_of_file(layout);
    split.tiles_per_group = largest_group(table, layout, {order, split.staged_tiles / 2, split.resident_tiles}, group);
    if (split.tiles_per_group == 0) return no_room(layout.tiles() * tile);
  }
  split.pinned_bytes = (layout.tiles() - split.resident_tiles) * tile;
  if (split.pinned_bytes > room.pinned_bytes) return no_room(split.pinned_bytes);
  split.card_bytes = split.fixed_bytes + (split.resident_tiles + split.staged_tiles + split.tiles_per_group) * tile;
  split.floor_bytes_per_sweep = floor_per_sweep(table, layout);
  split.staged_bytes_per_sweep = staged_per_sweep(table, layout, split);
  return split;
}

}  // namespace uisge

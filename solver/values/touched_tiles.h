// Lists the tiles that a visit to some placements touches: the tiles of these placements and of their neighbours (the
// placements one move away).
//
// The time is proportional to the number of moves of the placements. The memory is 4 bytes per tile. Use one object per
// thread.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "solver/placements/placement_table.h"
#include "solver/values/tile_layout.h"

namespace uisge {

class TouchedTiles {
 public:
  // The table must outlive the object.
  TouchedTiles(const PlacementTable& table, const TileLayout& layout)
      : table_(table), layout_(layout), last_visit_(layout.tiles(), 0) {}

  // Calls touch(tile) once for each tile that a visit to `placements` touches. REQUIRES: an object's for_each() and
  // list() are called fewer than 2^32 times.
  template <class Touch>
  void for_each(std::span<const PlacementId> placements, const Touch& touch) {
    ++visit_;
    const auto touch_once = [&](PlacementId id) {
      const TileId tile = layout_.tile_of(id);
      if (std::exchange(last_visit_[index(tile)], visit_) != visit_) touch(tile);
    };
    for (const PlacementId id : placements) {
      touch_once(id);
      for (const Transition& move : table_.transitions(id)) touch_once(move.target);
    }
  }

  // Replaces the contents of `tiles` by the tiles that a visit to `placements` touches. The tiles are then in ascending
  // order, in which a disk reads them fastest.
  void list(std::span<const PlacementId> placements, std::vector<TileId>& tiles) {
    tiles.clear();
    for_each(placements, [&](TileId tile) { tiles.push_back(tile); });
    std::sort(tiles.begin(), tiles.end());
  }

 private:
  const PlacementTable& table_;
  TileLayout layout_;
  std::vector<std::uint32_t> last_visit_;  // by tile: the last visit that touched it
  std::uint32_t visit_ = 0;
};

}  // namespace uisge

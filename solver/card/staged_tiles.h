// Decides which tiles lie in the staging area of a card, and which tiles are evicted to make room for others.
//
// The class copies nothing itself, so a plan can use it to count the copies of a solve (card_split.h). It first evicts
// the tiles that stayed unused at the visit that the schedule predicted, then the tiles whose next visit is furthest
// away (tile_schedule.h).
//
// Not thread-safe. A step with m missing tiles takes O(s log m) time, where s is the size of the staging area.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "solver/values/tile_layout.h"
#include "solver/values/tile_schedule.h"

namespace uisge {

class StagedTiles {
 public:
  // A tile that enters a place of the staging area, and the tile that it replaces.
  struct Change {
    std::uint32_t place;
    std::optional<TileId> out;
    TileId in;
  };

  // `tiles`: the number of all tiles of the plane. At the beginning the staging area is empty.
  StagedTiles(std::size_t tiles, std::size_t places);

  // Decides the copies that bring these tiles into the staging area for step number `step`; step numbers ascend. The
  // answer is valid until the next call. If these tiles do not fit beside the tiles of the previous step, returns
  // std::nullopt and changes nothing. `schedule` must already be at the visit to which the step belongs. If `schedule`
  // is null, tiles that were staged by calls with a schedule are evicted first, then the least recently used tiles.
  // REQUIRES: each tile is named once.
  std::optional<std::span<const Change>> stage(std::span<const TileId> tiles, std::uint32_t step,
                                               const TileSchedule* schedule);

 private:
  static constexpr std::uint32_t kNoPlace = UINT32_MAX;
  struct Place {
    std::optional<TileId> tile;
    std::uint32_t step = 0;  // the last step that used the tile
    // the number of the next visit that needs the tile; without a schedule, a number that falls with every use
    std::uint64_t needed = 0;
  };

  std::vector<Place> places_;
  std::vector<std::uint32_t> place_of_;  // by tile
  std::uint64_t uses_ = 0;               // how often calls without a schedule have used a tile
  std::vector<std::uint32_t> wanted_;    // by tile: the last call that asked for the tile
  std::uint32_t call_ = 0;
  // Scratch space of a call.
  std::vector<std::uint32_t> idle_;
  std::vector<TileId> missing_;
  std::vector<Change> changes_;
};

}  // namespace uisge

// Which tiles lie in the staging area of a card, and which of them make room for others.
//
// It decides and copies nothing, so a plan can go through the sweeps of a solve by the decisions that the solve makes
// (card_split.h). Tiles whose visit went by without them make room first, then those that are needed last
// (tile_schedule.h).
//
// For one thread. For each step that something is missing for: the size of the staging area, times the logarithm of how
// much is missing.
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
  // A tile that comes into a place of the staging area, and the one that was there.
  struct Change {
    std::uint32_t place;
    std::optional<TileId> out;
    TileId in;
  };

  // tiles: how many there are in all. At first the area is empty.
  StagedTiles(std::size_t tiles, std::size_t places);

  // Decides what has to be copied so that step number `step` finds these tiles; step numbers ascend. The answer holds
  // until the next call. There is none, and nothing is changed, if there is no room beside the tiles of the step
  // before. `schedule` is at the step's visit. Without one, tiles that came by a schedule make room first, then what
  // was used longest ago. REQUIRES: each tile is named once.
  std::optional<std::span<const Change>> stage(std::span<const TileId> tiles, std::uint32_t step,
                                               const TileSchedule* schedule);

 private:
  static constexpr std::uint32_t kNoPlace = UINT32_MAX;
  struct Place {
    std::optional<TileId> tile;
    std::uint32_t step = 0;    // that used it last
    std::uint64_t needed = 0;  // in that visit; if nobody knows, the greater the longer ago it was used
  };

  std::vector<Place> places_;
  std::vector<std::uint32_t> place_of_;  // by tile
  std::uint64_t uses_ = 0;               // of tiles of which nobody knows when they are needed next
  std::vector<std::uint32_t> wanted_;    // by tile: the last call that asked for it
  std::uint32_t call_ = 0;
  // Of a call.
  std::vector<std::uint32_t> idle_;
  std::vector<TileId> missing_;
  std::vector<Change> changes_;
};

}  // namespace uisge

// How the plane of a values solve is divided between a card and this machine's memory.
//
// Some tiles lie on the card for good, spread evenly over the order of the visits, so that every step has as much to
// work at that is there as any other. The others lie in pinned memory, and come to the card for
// the steps that need them, into a staging area of it.
#pragma once

#include <cstdint>
#include <vector>

#include "core/error.h"
#include "solver/placements/placement_table.h"
#include "solver/share_report.h"
#include "solver/values/tile_layout.h"

namespace uisge {

struct CardSplit {
  std::vector<TileId> order = {};  // in which the tiles are visited; as they lie in the plane if it is empty
  std::size_t resident_tiles = 0;  // how many of them are on the card for good
  std::size_t staged_tiles = 0;    // how many can be there besides
  std::size_t tiles_per_group = 1;

  std::uint64_t fixed_bytes = 0;   // on the card: moves, lists, what its driver takes
  std::uint64_t card_bytes = 0;    // on the card in all
  std::uint64_t pinned_bytes = 0;  // of this machine
  // Of this machine besides, to know which visit needs a tile next; none where all tiles are on the card.
  std::uint64_t schedule_bytes = 0;
  // The floor of what a sweep over everything moves in the card's memory: the won blocks of all successors and
  // predecessors are read. Of a move that only a crown may make half a block counts. What is won anew is written
  // besides.
  std::uint64_t floor_bytes_per_sweep = 0;
  // What a sweep over everything copies to the card (staged_per_sweep); as much comes back at the most.
  std::uint64_t staged_bytes_per_sweep = 0;
};

// The order of a split's visits.
std::vector<TileId> visit_order(const CardSplit& split, const TileLayout& layout);
// The tiles that are on the card for good, in that order.
std::vector<TileId> resident_tiles(const CardSplit& split, const TileLayout& layout);

// What a sweep over everything copies to the card once there has been one, the mean of one forwards and one backwards.
// It goes through the sweeps by the engine's own decisions: where something was won in every tile, the engine counts
// the same over these two sweeps.
std::uint64_t staged_per_sweep(const PlacementTable& table, const TileLayout& layout, const CardSplit& split,
                               const ShareReport& report = {});

struct CardRoom {
  std::uint64_t card_bytes = 0;    // free on the card
  std::uint64_t pinned_bytes = 0;  // of this machine, for tiles that are pinned and the schedule
};

// Divides them. A resource error naming need and have if the plane does not fit into both together. Some seconds for
// the real game.
Result<CardSplit> split_plane(const PlacementTable& table, const TileLayout& layout, const CardRoom& room,
                              const ShareReport& report = {});

// How long all sweeps take, by the positions that have to be worked out and by what has to be copied beside that. From
// what was measured on one card (docs/gpu.md).
double card_seconds(const CardSplit& split, const PlacementTable& table, int multiprocessors,
                    double bus_bytes_per_second);

}  // namespace uisge

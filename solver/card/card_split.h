// Decides how the plane of a values solve is divided between a card and main memory.
//
// Some tiles stay on the card for the whole solve, spread evenly over the order of visits, so that every step finds the
// same share of its tiles on the card. The other tiles lie in pinned memory, and are copied into a staging area on the
// card for the steps that need them.
#pragma once

#include <cstdint>
#include <vector>

#include "core/error.h"
#include "solver/placements/placement_table.h"
#include "solver/share_report.h"
#include "solver/values/tile_layout.h"

namespace uisge {

struct CardSplit {
  std::vector<TileId> order = {};  // the order of visits; empty: the order of the plane
  std::size_t resident_tiles = 0;  // the number of tiles that stay on the card
  std::size_t staged_tiles = 0;    // the number of tiles for which the staging area has room
  std::size_t tiles_per_group = 1;

  std::uint64_t fixed_bytes = 0;   // memory on the card for moves, lists and the driver
  std::uint64_t card_bytes = 0;    // all memory on the card
  std::uint64_t pinned_bytes = 0;  // pinned memory of the host
  // The host's memory for the schedule, which tells for each tile the next visit that needs it; 0 if all tiles are on
  // the card.
  std::uint64_t schedule_bytes = 0;
  // The bytes that a sweep over all placements copies to the card (staged_per_sweep). A sweep copies at most the same
  // number of bytes back to the host.
  std::uint64_t staged_bytes_per_sweep = 0;
};

std::vector<TileId> visit_order(const CardSplit& split, const TileLayout& layout);
std::vector<TileId> resident_tiles(const CardSplit& split, const TileLayout& layout);

// How many bytes a sweep over all placements copies to the card: the mean of a forward and a backward sweep. The first
// sweep, which fills the empty staging area, does not count. Sweeps are simulated with the engine's own choice of
// tiles, as if every tile had wins. (The engine does not copy tiles without wins.)
std::uint64_t staged_per_sweep(const PlacementTable& table, const TileLayout& layout, const CardSplit& split,
                               const ShareReport& report = {});

struct CardRoom {
  std::uint64_t card_bytes = 0;    // the free memory of the card
  std::uint64_t pinned_bytes = 0;  // the host's memory for pinned tiles and the schedule
};

// Divides the plane. Errors: resource, with the available memory, if the plane does not fit into card and host
// together, or if the card has too little memory for the tiles of one step. Takes some seconds for the real game.
Result<CardSplit> split_plane(const PlacementTable& table, const TileLayout& layout, const CardRoom& room,
                              const ShareReport& report = {});

// The least traffic, in bytes, between the card's memory and its processors in a sweep over all placements. The kernels
// must read the won blocks of all successors and predecessors. A move that only a crown may make counts as half a
// block, since the piece that moves is a crown in half of the block's positions. The bytes that the kernels move to
// write new wins are not counted.
std::uint64_t floor_bytes_per_sweep(const PlacementTable& table, const TileLayout& layout);

// The memory that the driver and its compiler take on a card with `card_bytes` free bytes.
std::uint64_t card_driver_bytes(std::uint64_t card_bytes);

// The assumed speed of copies per direction, while copies go both ways. It is typical of today's servers.
inline constexpr double kUsualBusBytesPerSecond = 3.5e10;

// The seconds of computing that a sweep over all placements takes on a card. `multiprocessors` is the number of the
// card's multiprocessors; 0 if only the card's memory is known: then a number typical of today's servers is assumed.
double sweep_seconds(const PlacementTable& table, int multiprocessors);

// The estimated seconds of all sweeps: the time to compute the positions or the time to copy the bytes, whichever is
// longer. The rates were measured on one card (docs/gpu.md).
double card_seconds(const CardSplit& split, const PlacementTable& table, int multiprocessors);

}  // namespace uisge

// Estimates the memory, disk space and time of a values solve before it starts, and divides its memory.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/error.h"
#include "db/format.h"
#include "solver/placements/placement_table.h"
#include "solver/resources.h"
#include "solver/share_report.h"
#include "solver/values/tile_layout.h"
#include "solver/values/values_engine.h"

namespace uisge {

inline constexpr std::uint64_t kProcessBytes = std::uint64_t{8} << 20;  // memory of the program and its libraries

struct ValuesPlan {
  DatabaseIdentity identity = {};
  std::uint64_t placements = 0;  // canonical placements
  std::uint64_t cells = 0;       // placements * colourings * crown states; one bit each
  std::size_t threads = 1;

  std::uint64_t plane_bytes = 0;
  std::uint64_t plane_file_bytes = 0;  // on disk, with checksums
  std::uint64_t file_bytes = 0;        // the estimated size of the database

  // The division of the memory.
  std::uint64_t table_bytes = 0;
  std::uint64_t work_bytes = 0;   // the program, and the threads' scratch memory
  std::uint64_t held_bytes = 0;   // tiles of the plane
  std::uint64_t group_bytes = 0;  // lost blocks of the current group
  std::uint64_t list_bytes = 0;
  std::uint64_t memory_bytes() const { return table_bytes + work_bytes + held_bytes + group_bytes + list_bytes; }
  std::size_t tiles_held = 0;
  std::size_t tiles_per_group = 0;
  std::size_t groups_per_region = 0;  // 0 if sweeps do not stay in regions
  std::vector<TileId> order = {};     // the order of visits
  bool is_in_memory() const { return held_bytes >= plane_bytes; }

  std::uint64_t bytes_read_per_sweep = 0;  // read from the disk; about as many bytes are written
  double computing_seconds = 0;            // the time of all sweeps without reading and writing
  // A rough estimate of the solve's time. The estimate assumes that the disk reads and writes `disk_bytes_per_second`
  // while blocks are computed.
  double seconds(std::uint64_t disk_bytes_per_second) const;
};

// The part of a plan that does not depend on the amount of memory.
ValuesPlan undivided_plan(const DatabaseIdentity& identity, const PlacementTable& table, const TileLayout& layout,
                          std::size_t threads);

// Divides the memory. If there is no room even for groups of one tile, a resource error names the memory that such
// groups need, and the limit. Takes some seconds for a board of hundreds of thousands of placements.
Result<ValuesPlan> plan_values(const DatabaseIdentity& identity, const PlacementTable& table, const TileLayout& layout,
                               std::size_t threads, const MemoryLimit& limit, const ShareReport& report = {});

// Returns the engine's options according to the plan. The caller chooses the instruction set, and sets `start` in the
// result.
ValuesOptions engine_options(const ValuesPlan& plan, InstructionSet instructions);

// The order in which tiles are visited, and the number of tiles for which memory has room. The tiles `elsewhere` lie
// outside this memory, so they need no room.
struct TileRoom {
  std::span<const TileId> order;
  std::size_t capacity;
  std::span<const TileId> elsewhere = {};
};
// Chooses the size of a group, in tiles: the first of at_most, at_most / 2, at_most / 4, ... for which memory has room
// in every step. Returns 0 if memory has no room even for groups of one tile. The search for the size goes over all
// moves about ten times.
std::size_t largest_group(const PlacementTable& table, const TileLayout& layout, const TileRoom& room,
                          std::size_t at_most);

}  // namespace uisge

// Estimates what an exact solve needs before it starts, and divides its memory.
#pragma once

#include <cstddef>
#include <cstdint>

#include "db/format.h"
#include "solver/exact/stage_schedule.h"
#include "solver/placements/placement_table.h"

namespace uisge {

// The needs of a solve, and how it divides its memory.
struct ExactPlan {
  DatabaseIdentity identity;
  std::uint64_t placements = 0;  // orbits
  std::uint64_t cells = 0;       // placements x colourings x crown states: one bit each
  std::size_t threads = 1;
  std::size_t window = 0;  // placements whose lost blocks are kept at once, at most
  std::size_t batch = 1;
  std::uint64_t table_bytes = 0;
  std::uint64_t plane_bytes = 0;
  std::uint64_t window_bytes = 0;
  std::uint64_t other_bytes = 0;  // lists, and memory of the threads
  std::uint64_t list_bytes = 0;   // the lists of one stage
  double seconds() const;         // a rough estimate
  std::uint64_t memory_bytes() const { return table_bytes + plane_bytes + window_bytes + other_bytes; }
};
// The division of memory depends only on the board. The caller compares it with the available memory.
ExactPlan plan_exact(const DatabaseIdentity& identity, const PlacementTable& table, const StageSchedule& schedule,
                     std::size_t threads);

}  // namespace uisge

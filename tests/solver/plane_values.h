// The values of a board as bits. Tests compare the values engine with the engine that finds distances.
#pragma once

#include <vector>

#include "core/instruction_set.h"
#include "solver/placements/placement_table.h"
#include "solver/values/values_engine.h"

namespace uisge::test {

// A tile of this size has a few placements, so that small boards have many tiles.
inline constexpr std::size_t kSmallTile = 1024;

struct PlaneValues {
  std::vector<std::uint64_t> won;
  std::vector<std::uint64_t> lost;
  bool operator==(const PlaneValues&) const = default;
};

PlaneValues values_by_plies(const PlacementTable& table, StuckRule stuck, InstructionSet instructions);

// Runs sweeps until nothing changes, then one full sweep, and returns the values. Fails the test on any error, or if
// the full sweep finds a win, or if its counts are not those of the returned values. If `is_from_nothing` (the plane
// was empty), the sweeps' wins must also add up to all wins.
PlaneValues settled_values(const PlacementTable& table, ValuesEngine& engine, bool is_from_nothing = false);
PlaneValues values_by_sweeps(const PlacementTable& table, WonPlane& plane, const ValuesOptions& options);
// Makes an empty plane of small tiles in memory, sweeps until nothing changes, and returns the values.
PlaneValues values_by_sweeps(const PlacementTable& table, const ValuesOptions& options);

}  // namespace uisge::test

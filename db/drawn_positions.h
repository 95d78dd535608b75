// Looks up random positions of a database, and returns those that have the properties that the caller wants.
//
// Use DrawnPositions if many positions have the properties. A few look-ups then find one of them. This is much faster
// than reading a large file from front to back (find_positions.h). Not thread-safe.
#pragma once

#include <cstdint>
#include <optional>

#include "db/position_classes.h"
#include "db/position_filter.h"
#include "db/position_finder.h"
#include "db/probe.h"

namespace uisge {

class DrawnPositions {
 public:
  // The database and the properties must outlive the object. The seed determines which cells are chosen.
  DrawnPositions(const Database& database, const PositionProperties& properties, std::uint64_t seed,
                 std::size_t cache_bytes);

  // Looks up the position of the cell random_live_cell(database, seed, number) (verification.h); two numbers may give
  // the same cell. Returns the position as PositionFinder does. Returns nothing if the position lacks a property, or if
  // another position represents its class under the symmetries. Takes a few microseconds if the position is rejected
  // without its label, otherwise about ten microseconds. Errors: the file cannot be read or is damaged.
  Result<std::optional<FoundPosition>> look_up(std::uint64_t number);

 private:
  // Whether the position represents its class, and has those of the given properties that can be tested without its
  // label.
  bool fits_without_label(PositionCell cell);

  const Database* database_;
  const PositionProperties* properties_;
  std::uint64_t seed_;
  Probe probe_;
  PositionClasses classes_;
  PositionFilter filter_;
};

}  // namespace uisge

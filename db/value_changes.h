// Compares two databases of the same board and piece count, position by position.
//
// The counts are raw, as in label_statistics.h. Reads both files front to back, on the threads that the caller
// provides. The files may have different codecs; if one is a values database, only values are compared.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "db/database.h"
#include "db/parallel.h"
#include "db/placement_loop.h"

namespace uisge {

// Positions with one outcome in the first file and another in the second.
struct ValueChange {
  std::uint64_t positions = 0;
  std::optional<PositionCell> example;  // the first in file order
  bool operator==(const ValueChange&) const = default;
};

struct ValueChanges {
  // Indexed by the outcome in the first file, then by the outcome in the second. Elements with two equal outcomes are
  // 0.
  std::array<std::array<ValueChange, 3>, 3> by_outcome;
  std::uint64_t longer_or_shorter = 0;  // positions with the same outcome and different known distances
  const ValueChange& from_to(Outcome first, Outcome second) const { return by_outcome[index(first)][index(second)]; }
  bool operator==(const ValueChanges&) const = default;
};

// `cache_bytes`: the memory for decoded placements of files that store only lost positions. `progress` is called now
// and then, from any thread; it may be empty. Errors: kUsage if the files are not of the same board and piece count,
// otherwise the errors of reading the files.
Result<ValueChanges> compare_values(const Database& first, const Database& second, const Parallel& parallel,
                                    std::size_t cache_bytes = std::size_t{1} << 30,
                                    const PlacementProgress& progress = {});

}  // namespace uisge

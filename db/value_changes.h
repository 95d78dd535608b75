// What another rule set changes: two databases of the same board and piece count, position by position.
//
// Raw counts, as in label_statistics.h. Reads both files front to back, on as many threads as the caller provides. The
// files may store their labels differently; of a values database only values are compared. Memory: up to 512 MB for
// each file that stores lost positions alone.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "db/database.h"
#include "db/parallel.h"

namespace uisge {

// One kind of change: positions with one outcome in the first file and another, or the same, in the second.
struct ValueChange {
  std::uint64_t positions = 0;
  std::optional<PositionCell> example;  // the first in file order
};

struct ValueChanges {
  std::array<std::array<ValueChange, 3>, 3> by_outcome;  // [in the first][in the second], by Outcome's number
  std::uint64_t longer_or_shorter = 0;                   // same outcome, other distance, where both are known
  const ValueChange& from_to(Outcome first, Outcome second) const {
    return by_outcome[static_cast<std::size_t>(first)][static_cast<std::size_t>(second)];
  }
};

// Errors: kUsage if the files are not of the same board and piece count, otherwise those of reading.
Result<ValueChanges> compare_values(const Database& first, const Database& second, const Parallel& parallel);

}  // namespace uisge

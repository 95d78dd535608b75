// Chooses puzzles so that no line of play leads through two of them.
//
// A puzzle is left out in three cases: it was taken before, its position arises in the main line of a puzzle that was
// taken before, or its own main line leads to such a puzzle. Images under the board's symmetries count as equal. So the
// choice depends on the order of the calls of take(). A call takes about a millisecond. Not thread-safe.
#pragma once

#include <set>

#include "db/database.h"
#include "db/position_classes.h"
#include "db/position_finder.h"
#include "db/probe.h"

namespace uisge {

class PuzzleLines {
 public:
  // REQUIRES: the database has distances. The database must outlive the object.
  explicit PuzzleLines(const Database& database, std::size_t cache_bytes = std::size_t{256} << 20);

  // Takes the puzzle unless one of the three cases above leaves it out. Returns whether the puzzle was taken. Errors:
  // the file cannot be read or is damaged.
  Result<bool> take(const FoundPosition& puzzle);

 private:
  // The positions in the main line (best play) from `cell`, without the position at `cell`. Each position is replaced
  // by the representative of its class under symmetry.
  Result<std::set<PositionCell>> line_of(PositionCell cell);

  const Database* database_;
  Probe probe_;
  PositionClasses classes_;
  std::set<PositionCell> taken_;
  std::set<PositionCell> in_lines_;  // positions in the main lines of taken puzzles
};

}  // namespace uisge

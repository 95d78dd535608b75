// Takes at most one puzzle from a line of play.
//
// A puzzle is left out if it was taken before, if its position arises in the main line of a taken puzzle, or if the
// position of a taken puzzle arises in the main line of the puzzle itself. Images under the board's symmetries count as
// equal. So the choice depends on the order in which puzzles are offered. About a millisecond per puzzle. Not
// thread-safe.
#pragma once

#include <set>

#include "db/database.h"
#include "db/position_classes.h"
#include "db/position_finder.h"
#include "db/probe.h"

namespace uisge {

class PuzzleLines {
 public:
  // The database must outlive the object, and have distances.
  PuzzleLines(const Database& database, std::size_t cache_bytes);

  // Takes the puzzle, unless it is left out as said above; returns whether it was taken. Errors: the file cannot be
  // read or is damaged.
  Result<bool> take(const FoundPosition& puzzle);

 private:
  // The classes of the positions in the main line from a position. The position itself is left out.
  Result<std::set<PositionCell>> line_of(PositionCell cell);

  const Database* database_;
  Probe probe_;
  PositionClasses classes_;
  std::set<PositionCell> taken_;
  std::set<PositionCell> in_lines_;  // positions in the main lines of taken puzzles
};

}  // namespace uisge

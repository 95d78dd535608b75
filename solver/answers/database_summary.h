// The summary of a database, and its JSON, for `uisge info` and `uisge solve`. `uisge solve` prints a summary even if
// it writes no database.
#pragma once

#include <optional>
#include <span>

#include "core/position.h"
#include "db/database.h"
#include "db/format.h"
#include "solver/answers/json.h"

namespace uisge {

struct DatabaseSummary {
  DatabaseIdentity identity;
  LabelSummary labels;
  std::span<const SquareSet> placements;  // canonical, ascending; the cells of `labels` have indices into this list
  bool has_distances = true;              // false: a values database

  // Returns a position with the longest distance; nothing if no distance is known.
  std::optional<Position> longest_distance_position() const;
};

// REQUIRES: the database outlives the summary.
DatabaseSummary summary_of(const Database& database);

// The fields of a summary in docs/json.md, from "board" to "start".
Json summary_json(const DatabaseSummary& summary);

// The JSON object that docs/json.md describes for `info`.
Json database_json(const Database& database);

// Parts of summary_json.
Json identity_json(const DatabaseIdentity& identity);
Json by_distance_json(std::span<const DistanceCounts> by_distance);

}  // namespace uisge

// The summary of a database as text and JSON, for `info` and for `solve`, which may write no file.
#pragma once

#include <span>

#include "db/database.h"
#include "db/format.h"
#include "solver/cli/json.h"
#include "solver/cli/output.h"

namespace uisge::cli {

struct DatabaseSummary {
  DatabaseIdentity identity;
  LabelSummary labels;
  std::span<const SquareSet> placements;  // canonical, ascending; the summary's cells refer to them
  bool has_distances = true;              // false: a values database
};

// REQUIRES: the database outlives it.
DatabaseSummary summary_of(const Database& database);

// The fields of docs/json.md from "board" to "start"; callers append others.
Json summary_json(const DatabaseSummary& summary);

// The object of docs/json.md for `info`.
Json database_json(const Database& database);

// Some lines: counts, longest distance with its example, the start's value.
void print_summary(const DatabaseSummary& summary, Output& output);

// The game and the start's value alone.
void print_start(const DatabaseSummary& summary, Output& output);

// Positions by distance, one line each.
void print_histogram(std::span<const DistanceCounts> by_distance, Output& output);

// Parts of summary_json.
Json identity_json(const DatabaseIdentity& identity);
Json by_distance_json(std::span<const DistanceCounts> by_distance);

}  // namespace uisge::cli

// The summary of a database as text for a terminal. solver/answers/database_summary.h gives it as JSON.
#pragma once

#include <span>

#include "db/format.h"
#include "solver/answers/database_summary.h"
#include "solver/cli/output.h"

namespace uisge::cli {

// Prints some lines: the counts, the longest distance with an example, and the start's value.
void print_summary(const DatabaseSummary& summary, Output& output);

void print_start(const DatabaseSummary& summary, Output& output);

// Positions by distance, one line each.
void print_histogram(std::span<const DistanceCounts> by_distance, Output& output);

// A row "known" that says what the table of known starts has about this game. The name takes `column` characters.
// Prints nothing if the table lacks the game.
void print_known(const DatabaseIdentity& identity, std::size_t column, Output& output);

}  // namespace uisge::cli

// The summary of a database as text for a terminal. solver/answers/database_summary.h gives it as JSON.
#pragma once

#include <span>

#include "db/format.h"
#include "solver/answers/database_summary.h"
#include "solver/cli/output.h"

namespace uisge::cli {

// Prints the game, the counts, the longest distance with an example, and the start's value.
void print_summary(const DatabaseSummary& summary, Output& output);

void print_start(const DatabaseSummary& summary, Output& output);

// Prints a line per distance: how many positions are won and lost, and a bar.
void print_histogram(std::span<const DistanceCounts> by_distance, Output& output);

// Prints the row "known", with what the table of known starts says about this game. The row's name takes `column`
// characters. Prints nothing if the table lacks the game.
void print_known(const DatabaseIdentity& identity, std::size_t column, Output& output);

}  // namespace uisge::cli

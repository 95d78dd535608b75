// `uisge plan --values`: estimates what a solve of values needs.
#pragma once

#include "db/format.h"
#include "solver/cli/output.h"
#include "solver/cli/plan_rows.h"

namespace uisge::cli {

// If the memory is too small, prints the plan for the least memory that is enough, and says that there is less. Errors:
// kUsage if the pieces do not fit on the board; kResource if the wanted card does not exist, or if card and memory
// together are too small.
Result<void> run_values_plan(const DatabaseIdentity& identity, const PlannedMachine& machine, Output& output);

}  // namespace uisge::cli

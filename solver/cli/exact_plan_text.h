// `uisge plan --values --exact`: estimates what an exact solve needs.
#pragma once

#include "db/format.h"
#include "solver/cli/output.h"
#include "solver/cli/plan_rows.h"

namespace uisge::cli {

// Errors: kUsage if the pieces do not fit on the board, or if the program is to choose the device; kResource if the
// plan is for a card that is missing or too small.
Result<void> run_exact_plan(const DatabaseIdentity& identity, const PlannedMachine& machine, Output& output);

}  // namespace uisge::cli

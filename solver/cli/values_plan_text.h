// `uisge plan --values`: estimates what a solve of values needs.
#pragma once

#include "db/format.h"
#include "solver/cli/output.h"
#include "solver/cli/plan_rows.h"

namespace uisge::cli {

// Errors: kUsage if the pieces do not fit on the board; kResource if a solve needs more memory than is allowed, or if
// the wanted card does not exist or has too little memory.
Result<void> run_values_plan(const DatabaseIdentity& identity, const PlannedMachine& machine, Output& output);

}  // namespace uisge::cli

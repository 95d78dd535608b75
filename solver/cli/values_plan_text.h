// `uisge plan --values`: estimates what a solve of values needs.
#pragma once

#include "db/format.h"
#include "solver/cli/output.h"
#include "solver/cli/plan_rows.h"

namespace uisge::cli {

// Errors: kUsage if the pieces do not fit on the board; kResource if the memory is less than the least that a solve
// needs, or if the wanted card does not exist or has too little memory.
Result<void> run_values_plan(const DatabaseIdentity& identity, const PlannedMachine& machine, Output& output);

}  // namespace uisge::cli

// `uisge solve --values`: values without distances, one bit per position.
#pragma once

#include "solver/cli/output.h"
#include "solver/solve_values/solve_values.h"

namespace uisge::cli {

// Solves, with a progress line and with Ctrl-C as a stop that keeps what is won, and prints the result.
Result<void> run_values_solve(const ValuesRequest& request, Output& output);

}  // namespace uisge::cli

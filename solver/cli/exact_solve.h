// `uisge solve --values --exact`: exact distances with one bit of memory per position and a window. It keeps no
// database.
#pragma once

#include "solver/cli/output.h"
#include "solver/exact/solve_exact.h"

namespace uisge::cli {

// Solves, with a progress line, says the start's distance on standard error as soon as it is known, and prints the
// counts by distance. Ctrl-C stops the solve and keeps the plane file.
Result<void> run_exact_solve(const ExactRequest& request, Output& output);

}  // namespace uisge::cli

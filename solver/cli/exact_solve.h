// `uisge solve --values --exact`: finds exact distances. Memory holds one bit per position, and a window: the lost
// positions of those placements that are worked on. No database is written.
#pragma once

#include "solver/cli/output.h"
#include "solver/exact/solve_exact.h"

namespace uisge::cli {

// Solves with a progress line, and prints for each distance how many positions are won and lost. The start's distance
// is printed on standard error as soon as it is known. Ctrl-C stops the solve and keeps the plane file.
Result<void> run_exact_solve(const ExactRequest& request, Output& output);

}  // namespace uisge::cli

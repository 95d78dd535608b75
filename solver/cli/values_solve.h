// `uisge solve --values`: values without distances, one bit per position.
#pragma once

#include "solver/cli/output.h"
#include "solver/solve_values/solve_values.h"

namespace uisge::cli {

// Solves with a progress line and prints the result. Ctrl-C stops the solve and keeps the plane. If `guide` names a
// file, each round (solver/strategy/winning_strategy.h) writes to that file how the start is won.
Result<void> run_values_solve(const ValuesRequest& request, const std::string& guide, Output& output);

}  // namespace uisge::cli

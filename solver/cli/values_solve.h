// `uisge solve --values`: finds values without distances, in memory of one bit per position.
#pragma once

#include "solver/cli/output.h"
#include "solver/solve_values/solve_values.h"

namespace uisge::cli {

// Solves with a progress line and prints the result. Ctrl-C stops the solve and keeps the plane. If `guide` names a
// file, the solve also finds how the start is won, in rounds (solver/strategy/winning_strategy.h). After each round the
// moves found so far are written to that file.
Result<void> run_values_solve(const ValuesRequest& request, const std::string& guide, Output& output);

}  // namespace uisge::cli

// Solves that are stopped on purpose, for tests of checkpoints.
#pragma once

#include "solver/solve/solve.h"

namespace uisge::test {

// Solves until `plies` plies are complete, then asks for a stop. The result is an interruption, unless the solve ends
// earlier.
inline Result<SolveResult> solve_for(const SolveRequest& request, int plies) {
  std::atomic<bool> cancel{plies == 0};
  SolveObserver observer;
  observer.progress = [&](const SolveProgress& progress) {
    if (progress.phase == SolvePhase::kPlies && progress.ply >= plies) cancel = true;
  };
  return solve(request, observer, cancel);
}

}  // namespace uisge::test

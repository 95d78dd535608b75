// Solves that are stopped on purpose, for tests of checkpoints and of exact solves.
#pragma once

#include "solver/exact/solve_exact.h"
#include "solver/solve/solve.h"
#include "tests/test.h"

namespace uisge::test {

inline const std::atomic<bool> kUnstopped{false};

// The summary of a whole solve with distances, which other tests compare with the oracle.
inline LabelSummary summary_by_plies(const DatabaseIdentity& identity) {
  const auto solved = solve({.identity = identity, .threads = 2}, {}, kUnstopped);
  REQUIRE(solved);
  return solved->summary;
}

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

// The result of a solve that is cancelled in the second stage that it runs. If this stage has only one batch, it ends
// before the solve stops.
struct StoppedExact {
  Result<ExactResult> result;
  bool is_within_stage = false;
  std::optional<Label> start = {};
};
inline StoppedExact solve_one_stage(const ExactRequest& request) {
  std::atomic<bool> cancel{false};
  std::optional<std::uint32_t> first;
  StoppedExact stopped;
  ExactObserver observer;
  observer.progress = [&](const ExactProgress& progress) {
    if (progress.phase != ExactPhase::kStages) return;
    if (!first) first = progress.stage;
    if (progress.stage == *first) return;
    if (!cancel) stopped.is_within_stage = progress.share < 1;
    cancel = true;
  };
  observer.start = [&](Label label) { stopped.start = label; };
  stopped.result = solve_exact(request, observer, cancel);
  return stopped;
}

}  // namespace uisge::test

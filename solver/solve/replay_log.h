// Brings an engine to where a checkpoint ends.
#pragma once

#include <memory>

#include "core/error.h"
#include "solver/retrograde/retrograde.h"
#include "solver/solve/solve_context.h"

namespace uisge {

// For all members of the team: an engine that has taken in all plies of the leader's log; a fresh one without a log. A
// ply that turns out to be damaged, and all after it, are given up and set aside. Errors: memory, reading and writing
// the log, kInterrupted.
Result<std::unique_ptr<RetrogradeEngine>> engine_after_log(SolveContext& solve, const EngineOptions& options);

// Tells the user in which file complete plies behind damage are kept, if there are any.
void note_set_aside(const SolveContext& solve);

}  // namespace uisge

// Brings an engine to the state after the last ply of a checkpoint.
#pragma once

#include <memory>

#include "core/error.h"
#include "solver/retrograde/retrograde.h"
#include "solver/solve/solve_context.h"

namespace uisge {

// All members of the team call this function. Returns an engine that has taken in all plies of the leader's log, or a
// new engine if there is no log. A damaged ply, and all plies after it, are cut off. If complete plies follow the
// damaged ply, the bytes that are cut off are first saved in another file. Errors: too little memory; those of reading
// and writing the log; kInterrupted.
Result<std::unique_ptr<RetrogradeEngine>> engine_after_log(SolveContext& solve, const EngineOptions& options);

// If complete plies followed a damaged ply, tells the user which file now holds these plies.
void note_set_aside(const SolveContext& solve);

}  // namespace uisge

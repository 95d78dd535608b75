// Decides ply after ply: drives the engine, writes the log, exchanges segments with the other processes of the solve,
// and collects the summary.
#pragma once

#include "core/error.h"
#include "db/label_statistics.h"
#include "solver/retrograde/retrograde.h"
#include "solver/solve/solve_context.h"

namespace uisge {

// All members of the team (solve_team.h) call this function. Runs the engine until a ply decides nothing. At the end
// the log has all complete plies. If the solve writes no file, the leader's `summary` gets the statistics that a
// database would have. Errors: memory ran out, the log cannot be written, a distance is too large for a file,
// kInterrupted, and the errors of other members of the team.
Result<void> decide_plies(SolveContext& solve, RetrogradeEngine& engine, LabelSummary& summary);

}  // namespace uisge

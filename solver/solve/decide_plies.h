// Decides ply after ply: the engine's work, what of it goes to the log and to the team, and what the summary needs.
#pragma once

#include "core/error.h"
#include "db/label_statistics.h"
#include "solver/retrograde/retrograde.h"
#include "solver/solve/solve_context.h"

namespace uisge {

// For all members of the team: runs the engine until nothing more is decided. Every ply that is complete is in the log
// then. Without a file, the leader's `summary` gets what a database's statistics would say. Errors: memory, writing the
// log, distances that no file can hold, kInterrupted, and those of other members.
Result<void> decide_plies(SolveContext& solve, RetrogradeEngine& engine, LabelSummary& summary);

}  // namespace uisge

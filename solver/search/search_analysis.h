// Judges every move of a position as far as a search can: for positions that no database holds.
#pragma once

#include "db/ranked_moves.h"
#include "solver/search/proof_session.h"

namespace uisge {

// Looks at all moves with more and more plies until one wins, all are decided, or the session's limits (plies, time,
// cancel) stop it. Undecided moves, and after them drawn ones, are ordered by their looks: fewer own blanks, more
// blanks of the opponent's, fewer moves for it; then by text.
Analysis analyse(ProofSession& session, const Position& position);

}  // namespace uisge

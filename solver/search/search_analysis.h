// Every move of a position, as far as a search can judge it: for positions that no database holds.
#pragma once

#include "db/ranked_moves.h"
#include "solver/search/proof_session.h"

namespace uisge {

// Looks at all moves with ever more plies until one wins, all are decided, or the session's limits (plies, time,
// cancel) end it. Undecided moves, and after them drawn ones, come in the order of how they look: fewer blanks of one's
// own, more of the opponent's, fewer moves for it; ties by text.
Analysis analyse(ProofSession& session, const Position& position);

}  // namespace uisge

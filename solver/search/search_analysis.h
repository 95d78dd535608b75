// Judges every move of a position by search, for positions that no database holds.
#pragma once

#include "db/ranked_moves.h"
#include "solver/search/proof_session.h"

namespace uisge {

// Searches all moves with more and more plies until one of them wins, all are decided, or the session's limits (plies,
// time, cancel) stop the search. Undecided moves come before drawn moves. Within each of these two groups, the move
// that leaves the smaller difference of own blanks minus opponent's blanks comes first, then the move that leaves the
// opponent fewer moves, then the text decides.
Analysis analyse(ProofSession& session, const Position& position);

}  // namespace uisge

// Judges every move of a position by search, for positions that no database holds.
#pragma once

#include "db/ranked_moves.h"
#include "solver/search/proof_session.h"

namespace uisge {

// Searches all moves with more and more plies until one of them wins, all are decided, or the session's limits (plies,
// time, cancel) stop the search. Undecided moves come before drawn moves. Within each of these two groups, moves are
// ordered by the own blanks minus the opponent's blanks, then by the opponent's number of moves, fewer first; then by
// text.
Analysis analyse(ProofSession& session, const Position& position);

}  // namespace uisge

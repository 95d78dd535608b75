// Judges every move of a position by search, for positions that no database holds.
#pragma once

#include "db/ranked_moves.h"
#include "solver/search/proof_session.h"

namespace uisge {

// Searches all moves with more and more plies until one of them wins, all are decided, or the session's limits (plies,
// time, cancel) stop the search. Undecided moves come before drawn moves. Each of these two groups is sorted by the
// mover's blanks minus the opponent's blanks after the move, then by the number of moves that the opponent then has,
// then by the text of the move; the least comes first.
Analysis analyse(ProofSession& session, const Position& position);

}  // namespace uisge

// Judges every move of a position by search, for positions that no database holds.
#pragma once

#include "db/ranked_moves.h"
#include "solver/search/proof_session.h"

namespace uisge {

// Searches all moves with more and more plies until all are decided, or the session's limits (plies, time, cancel) stop
// the search. Once a move wins, the other moves are searched only `plies_after_win` plies further. Undecided moves come
// before drawn moves. Each of these two groups is sorted in ascending order, by the mover's blanks minus the opponent's
// blanks after the move, then by the number of the opponent's moves, then by the move's text.
Analysis analyse(ProofSession& session, const Position& position, int plies_after_win = 0);

}  // namespace uisge

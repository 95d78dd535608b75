// The moves of a proven win or loss with best play: the winner hurries, the loser delays.
#pragma once

#include <vector>

#include "core/moves.h"
#include "core/verdict.h"
#include "solver/search/proof_session.h"

namespace uisge {

// Returns verdict.plies moves. The line has the first of equally good moves, in the order of playable_moves. If the
// session was stopped, there are fewer moves; the session's end() says why. REQUIRES: `verdict` is the position's win
// or loss with its exact distance.
std::vector<Move> main_line(ProofSession& session, Position position, Verdict verdict);

}  // namespace uisge

// Every move of a position, as far as a search can judge it: for positions that no database holds.
#pragma once

#include <vector>

#include "solver/search/proof_session.h"

namespace uisge {

// From the side that makes the move; plies count from the position before it.
struct SearchedMove {
  Move move;
  ProofVerdict verdict = ProofVerdict::kUndecided;
  int plies = 0;      // exact distance, or within how many plies nothing is forced
  bool best = false;  // as good as the first, as far as is known
};

struct SearchAnalysis {
  ProofVerdict verdict = ProofVerdict::kUndecided;
  int plies = 0;
  std::vector<SearchedMove> moves;  // wins, shortest first; draws and undecided; losses, longest first. Empty when over
};

// Looks at all moves with ever more plies until one wins, all are decided, or the session's limits (plies, time,
// cancel) end it. Undecided moves come in the order of how they look: fewer blanks of one's own, more of the
// opponent's, fewer moves for it; ties by text.
SearchAnalysis analyse(ProofSession& session, const Position& position);

}  // namespace uisge

// What a move that was played threw away, judged by what an answerer says of all moves of the position.
#pragma once

#include <cstddef>
#include <vector>

#include "db/ranked_moves.h"

namespace uisge {

enum class MoveMark : std::uint8_t {
  kNone,     // as good as the best, as far as is known
  kSlow,     // keeps the value, but a win takes longer or a loss comes sooner than necessary
  kMistake,  // gives the value away: a win, or a draw that becomes a loss
};

struct MoveReview {
  RankedMove played;
  RankedMove best;
  MoveMark mark = MoveMark::kNone;
  bool is_only = false;   // no other move keeps the value, and there are others
  std::size_t moves = 0;  // that there were
  // By how much a win takes longer, or a loss comes sooner, than necessary; 0 unless kSlow.
  int plies_given_away() const;
};

// `advice`: the moves of an Analysis. A move whose verdict is undecided is never marked a mistake against undecided
// ones; against a proved win it is, and so is a proved loss against undecided moves. REQUIRES: `advice`, best first,
// holds the move.
MoveReview review_move(const std::vector<RankedMove>& advice, Move played);

}  // namespace uisge

// Judges a played move by the verdicts of all moves of the position.
#pragma once

#include <cstddef>
#include <vector>

#include "db/ranked_moves.h"

namespace uisge {

enum class MoveMark : std::uint8_t {
  kNone,     // no better move is known
  kSlow,     // keeps the position's value, but a win takes longer or a loss comes sooner than necessary
  kMistake,  // gives a win away, or loses although another move does not
};

struct MoveReview {
  RankedMove played;
  RankedMove best;
  MoveMark mark = MoveMark::kNone;
  bool is_only = false;   // whether there are other moves, and all of them are known to give the value away
  std::size_t moves = 0;  // the number of moves in the position
  // The plies by which a win takes longer, or a loss comes sooner, than necessary; 0 unless the mark is kSlow.
  int plies_given_away() const;
};

// `advice` holds the moves of an Analysis, best first. An undecided move is a mistake if another move is known to win.
// A move that is known to lose is a mistake if another move is undecided. REQUIRES: `advice` holds the move.
MoveReview review_move(const std::vector<RankedMove>& advice, Move played);

}  // namespace uisge

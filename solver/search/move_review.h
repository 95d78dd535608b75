// Judges a played move by the verdicts of all moves of the position.
//
// A move has a mark only if the verdicts prove it. An undecided move may still win or lose later, so it is neither
// known to keep a win nor known to give a win away.
#pragma once

#include <cstddef>
#include <vector>

#include "db/ranked_moves.h"

namespace uisge {

enum class MoveMark : std::uint8_t {
  kNone,     // no move is known to be better
  kSlow,     // another move is better: it wins sooner or loses later. The move is not known to give the value away
  kMistake,  // certainly turns a win into a draw or loss, or a draw into a loss
};

struct MoveReview {
  RankedMove played;
  // If the mark says that the played move is worse: the first of the moves that prove it. Otherwise the first of all
  // moves.
  RankedMove best;
  MoveMark mark = MoveMark::kNone;
  bool is_judged = false;  // whether it is known if another move was better
  bool is_only = false;    // whether the move wins or draws, and there are others that all give that away for certain
  std::size_t moves = 0;   // the number of moves in the position
  // If the mark is kSlow: the plies by which a win takes longer, or a loss comes sooner, than necessary; 0 if unknown.
  // Otherwise 0.
  int plies_given_away() const;
  // Whether the move has no mark only because it may still turn out to be as good as `best`: a win against an undecided
  // move, or an undecided move against a loss.
  bool may_be_mistake() const;
};

// `advice` holds the moves of an Analysis, best first. REQUIRES: `advice` holds the move.
MoveReview review_move(const std::vector<RankedMove>& advice, Move played);

// Gives the played move the verdict that follows from `after`, the verdict of the position after it, if `advice` knows
// less about the move, and ranks the moves again. REQUIRES: `advice` holds the move.
void learn_from_next(std::vector<RankedMove>& advice, Move played, Verdict after);

}  // namespace uisge

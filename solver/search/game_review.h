// Sums up the mistakes and slow moves of each player of a game, as `uisge annotate` prints them below the moves.
#pragma once

#include <vector>

#include "solver/search/move_review.h"

namespace uisge {

struct SideReview {
  int moves = 0;
  int undecided = 0;           // moves without a judgement: MoveReview::is_judged is false
  int choices = 0;             // moves not counted in `undecided`, in positions with more than one move
  int best = 0;                // the choices with MoveMark::kNone
  int slow = 0;                // moves with MoveMark::kSlow
  int mistakes = 0;            // moves with MoveMark::kMistake
  int only = 0;                // moves with MoveReview::is_only
  int plies_given_away = 0;    // the sum of MoveReview::plies_given_away() over the moves with MoveMark::kSlow
  int longest_win_missed = 0;  // the greatest known distance of a win that a mistake gave away, in plies; 0 if none

  void add(const MoveReview& review);
};

}  // namespace uisge

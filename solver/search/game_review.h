// Sums up the mistakes and slow moves of each player of a game, as `uisge annotate` prints them below the moves.
#pragma once

#include <vector>

#include "solver/search/move_review.h"

namespace uisge {

struct SideReview {
  int moves = 0;
  int undecided = 0;           // undecided moves in positions where no better move is decided
  int choices = 0;             // decided moves in positions with more than one move
  int best = 0;                // choices in which no other move was better than the played one
  int slow = 0;                // MoveMark::kSlow
  int mistakes = 0;            // MoveMark::kMistake
  int only = 0;                // choices in which only the played move keeps the value
  int plies_given_away = 0;    // by all slow moves together
  int longest_win_missed = 0;  // in plies; 0 if no win was missed or its distance is not known

  void add(const MoveReview& review);
};

}  // namespace uisge

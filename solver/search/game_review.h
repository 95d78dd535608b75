// The sums of what the players of a game threw away, as `uisge annotate` prints them below the moves.
#pragma once

#include <vector>

#include "solver/search/move_review.h"

namespace uisge {

struct SideReview {
  int moves = 0;
  int undecided = 0;           // moves that are not decided, nor is a better one
  int choices = 0;             // decided moves in positions with more than one move
  int best = 0;                // choices for which no other move was better
  int slow = 0;                // MoveMark::kSlow
  int mistakes = 0;            // MoveMark::kMistake
  int only = 0;                // of the choices: the only move that kept the value was found
  int plies_given_away = 0;    // by all slow moves together
  int longest_win_missed = 0;  // in plies; 0 if no win was missed or its distance is not known

  void add(const MoveReview& review);
};

}  // namespace uisge

// What the players of a game threw away, added up: what `uisge annotate` says below the moves.
#pragma once

#include <vector>

#include "solver/search/move_review.h"

namespace uisge {

struct SideReview {
  int moves = 0;
  int undecided = 0;           // of these: nothing is known of the move, nor of a better one
  int choices = 0;             // of the others: with more than one move to choose from
  int best = 0;                // of the choices: no move was better
  int slow = 0;                // MoveMark::kSlow
  int mistakes = 0;            // MoveMark::kMistake
  int only = 0;                // found the only move that kept the value
  int plies_given_away = 0;    // by slow moves, together
  int longest_win_missed = 0;  // in plies; 0 if none was, or its distance is not known

  void add(const MoveReview& review);
};

}  // namespace uisge

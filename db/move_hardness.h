// How hard it is for the other side to answer a drawing move.
//
// The *hardness* of a drawing move is the probability that the opponent errs within d plies after the move, if the
// opponent plays each of their moves with the same probability, and we answer as well as possible. Let P be the
// position after the move: it is drawn, and the opponent is to move. If P ends the game in a draw, the hardness is
// 0. Otherwise
//
// - h_1(P) is the share of the opponent's moves (a stuck player's pass is a move too) that lose, that is, lead to a
//   position won for us.
// - h_d(P), for d = 3, 5 or 7, is the mean of one number per move of the opponent: 1 if the move loses, 0 if it ends
//   the game in a draw, otherwise the greatest h_(d-2) among our replies that keep the draw.
//
// docs/draws.md explains hardness for users. With six a side, ranking the moves of a drawn position by h_1 takes about
// 60 look-ups. Each increase of d by 2 multiplies the number of look-ups by about 60.
#pragma once

#include <atomic>

#include "db/probe.h"

namespace uisge {

// The depth in plies is odd, since the first and the last of these plies are the opponent's.
inline constexpr int kMaxHardnessPlies = 7;
constexpr bool is_hardness_depth(int plies) {
  return plies >= 1 && plies <= kMaxHardnessPlies && plies % 2 == 1;
}

// For each position of `drawn`: the hardness of the move that led to the position. REQUIRES: the positions are drawn;
// `probe` has a database of their board and piece count, with or without distances, in which every position has a
// value; is_hardness_depth(plies). Errors: those of Probe; kInterrupted once `cancel` is set (`cancel` may be null).
Result<std::vector<Hardness>> hardness_of(Probe& probe, const std::vector<Position>& drawn, int plies,
                                          const std::atomic<bool>* cancel = nullptr);

// Adds the hardness of each drawing move to the analysis of a drawn position, and puts the hardest moves first; equally
// hard moves are in alphabetical order. Does nothing if the position is not drawn. REQUIRES: `analysis` is the result
// of probe.analyse(position).
Result<void> add_hardness(Probe& probe, const Position& position, Analysis& analysis, int plies,
                          const std::atomic<bool>* cancel = nullptr);

}  // namespace uisge

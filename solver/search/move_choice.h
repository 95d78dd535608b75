// Weaker play than the best: a move at random, the likelier the less it loses.
#pragma once

#include <random>
#include <vector>

#include "db/ranked_moves.h"

namespace uisge {

inline constexpr int kWeakestLevel = 1;
inline constexpr int kStrongestLevel = 10;  // always the first of the best moves

// What each move loses against the best, in points: 100 for a draw instead of a win or a loss instead of a draw; one
// for each ply that a win takes longer or a loss comes sooner, up to 50; two for each place in the order of undecided
// moves, which count as draws. `advice`: the moves of an Analysis, best first.
std::vector<double> points_lost(const std::vector<RankedMove>& advice);

// How likely each move is at a level, up to a common factor: exp(-points / T), where T is 200 points at level 1 and
// falls to three fifths with each level; at the strongest level 1 for the first move and 0 for all others.
std::vector<double> move_weights(const std::vector<RankedMove>& advice, int level);

// The index of a move by these weights; the same for the same state of `random` on every machine.
// REQUIRES: advice is not empty.
std::size_t choose_move(const std::vector<RankedMove>& advice, int level, std::mt19937_64& random);

}  // namespace uisge

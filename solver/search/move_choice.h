// Chooses weaker moves than the best: at random, and more likely the less a move loses.
#pragma once

#include <random>
#include <vector>

#include "db/ranked_moves.h"

namespace uisge {

inline constexpr int kWeakestLevel = 1;
inline constexpr int kStrongestLevel = 10;  // always the first of the best moves

// What each move loses against the best one, in points. 100 for a draw instead of a win or a loss instead of a draw;
// one per ply that a win takes longer or a loss comes sooner, up to 50. Undecided moves count as draws and lose two
// points per place in their order. `advice`: the moves of an Analysis, best first.
std::vector<double> points_lost(const std::vector<RankedMove>& advice);

// The relative probability of each move at a level: exp(-points / T), where T is 200 points at level 1 and falls to
// three fifths with each level. At the strongest level 1 for the first move and 0 for all others.
std::vector<double> move_weights(const std::vector<RankedMove>& advice, int level);

// Draws the index of a move by these weights. Deterministic: equal states of `random` give equal moves on every
// machine. REQUIRES: advice is not empty.
std::size_t choose_move(const std::vector<RankedMove>& advice, int level, std::mt19937_64& random);

}  // namespace uisge

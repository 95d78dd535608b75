// Chooses a move at random, for weaker levels. The less a move loses, the more likely it is chosen.
#pragma once

#include <random>
#include <vector>

#include "db/ranked_moves.h"

namespace uisge {

inline constexpr int kWeakestLevel = 1;
inline constexpr int kStrongestLevel = 10;  // plays the first of the best moves

// Returns for each move the points by which it is worse than the best. A draw instead of a win costs 100 points, and so
// does a loss instead of a draw. Each ply by which a win takes longer or a loss comes sooner costs one point, up to 50.
// An undecided move counts as a draw, and costs two more points for each undecided move before it. `advice` holds the
// moves of an Analysis, best first.
std::vector<double> points_lost(const std::vector<RankedMove>& advice);

// Returns the relative probability of each move at a level: exp(-points_lost / T). T is 200 points at level 1, and 3/5
// as much at each further level. At the strongest level the first move has probability 1, and every other move has 0.
std::vector<double> move_weights(const std::vector<RankedMove>& advice, int level);

// Picks the index of a move at random, with the probabilities of move_weights(). Deterministic: equal states of
// `random` give equal moves on every machine. REQUIRES: advice is not empty.
std::size_t choose_move(const std::vector<RankedMove>& advice, int level, std::mt19937_64& random);

}  // namespace uisge

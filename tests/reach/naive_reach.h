// The obvious way to count what can arise: a set of seen positions and the oracle's moves.
#pragma once

#include <vector>

#include "solver/reach/reach_engine.h"
#include "tests/oracle/oracle_position.h"

namespace uisge::test {

// What arises for the first time in each ply, ply 0 being the start, until nothing new does or after `max_plies`.
std::vector<ReachPly> naive_reach(const oracle::Game& game, const oracle::Position& start, int max_plies);

}  // namespace uisge::test

// Counts the classes of positions that oracle::plies_from() lists, and their positions.
#pragma once

#include <vector>

#include "solver/reach/reach_engine.h"
#include "tests/oracle/oracle_position.h"

namespace uisge::test {

// Counts the positions that first arise in each ply; ply 0 is the start. Ends when a ply has no new positions, or after
// `max_plies`.
std::vector<ReachPly> naive_reach(const oracle::Game& game, const oracle::Position& start, int max_plies);

}  // namespace uisge::test

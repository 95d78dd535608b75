// Reachability position by position, for boards whose planes do not fit: breadth-first search over exact keys.
//
// Keys are divided by their squares into partitions that know nothing of each other. A ply is done in rounds: all
// threads play the moves of the last ply's positions into buffers, one for each partition, until these are full; then
// the partitions are taken in turn, each sorting what is in its buffers and keeping what it has not met before.
// Positions cost about 4 bytes for good and 16 in the buffers, which take a quarter of the memory. About 3 million
// positions a second and core. Counts do not depend on threads, memory or rounds (OpenMP).
#pragma once

#include <memory>

#include "core/error.h"
#include "core/instruction_set.h"
#include "core/position.h"
#include "core/rules.h"
#include "solver/reach/reach_engine.h"

namespace uisge {

// REQUIRES: the board outlives the engine; the game is not over. Errors (resource): less memory than the buffers need.
Result<std::unique_ptr<ReachEngine>> make_key_reach(const Board& board, const Position& start, RuleSet rules,
                                                    InstructionSet instructions, std::uint64_t memory_bytes,
                                                    std::size_t threads);

}  // namespace uisge

// Reachability position by position, for boards whose planes do not fit: breadth-first search over exact keys.
//
// Keys are divided by their squares into independent partitions. A ply is done in rounds. All threads play the moves of
// the last ply's positions into buffers, one for each partition, until these are full. Then each partition sorts its
// buffers and keeps the positions that it has not met before. A position takes about 4 bytes in a list and 16 bytes in
// a buffer. Buffers take a quarter of the memory. The engine reaches about 3 million positions per second and core.
// Parallel with OpenMP; counts do not depend on threads, memory or rounds.
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

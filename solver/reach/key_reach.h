// Finds reachable positions one by one, by breadth-first search, and stores a key for each. Use this engine for boards
// on which one bit for every position (plane_reach.h) does not fit in memory.
//
// The squares in a key decide to which of several independent partitions the key belongs. A ply is done in rounds. In
// each round all threads play moves of the last ply's positions. Each thread puts the positions after its moves into
// its buffers, one per partition, until one of them is full. Then the buffers of each partition are sorted, and the
// positions that the partition lacks are kept. A position takes about 4 bytes in a list and 16 bytes in a buffer.
// Buffers take a quarter of `memory_bytes`. The engine reaches about 3 million positions per second and core. OpenMP
// threads share the work. The counts do not depend on the number of threads, the memory or the number of rounds.
#pragma once

#include <memory>

#include "core/error.h"
#include "core/instruction_set.h"
#include "core/position.h"
#include "core/rules.h"
#include "solver/reach/reach_engine.h"

namespace uisge {

// REQUIRES: the board outlives the engine; the game is not over. Errors (kResource): the memory is too small for the
// buffers.
Result<std::unique_ptr<ReachEngine>> make_key_reach(const Board& board, const Position& start, RuleSet rules,
                                                    InstructionSet instructions, std::uint64_t memory_bytes,
                                                    std::size_t threads);

}  // namespace uisge

// Finds reachable positions a whole block at a time, with a plane: one bit for every position of the board.
//
// A plane holds a bit for every position. The bit is set once the position has been reached. Positions are stored with
// the sides exchanged: the mover of a block is the side that has just moved. A step can be taken back by a step, and a
// jump by a jump. So the blocks to which a block's mover could move are also the blocks from which moves lead to this
// block. A ply computes a block as the OR of the blocks from which moves lead to it, as the retrograde engine does for
// won positions. docs/algorithm.md explains the method, and what differs for diagonal jumps, passes and finished games.
//
// There are two planes: the positions reached within d plies, and the positions reached within d + 1 plies. Blocks to
// which the last ply added nothing are skipped, so early and late plies take little time. Parallel over placements
// (OpenMP); the counts do not depend on the number of threads.
#pragma once

#include <memory>

#include "core/position.h"
#include "core/rules.h"
#include "db/position_cell.h"
#include "solver/kernel/kernel.h"
#include "solver/placements/placement_table.h"
#include "solver/reach/reach_engine.h"

namespace uisge {

// The bytes of memory that the engine takes, without the table of placements.
std::uint64_t plane_reach_bytes(std::size_t placements, int pieces);

class PlaneReachEngine : public ReachEngine {
 public:
  // Whether the plies so far have reached the cell's position or an image of it under the board's symmetries. REQUIRES:
  // `cell` is in a placement of the table, and neither side of its position has only crowns. Any number of threads may
  // call it while no ply runs.
  virtual bool has_reached(PositionCell cell) const = 0;
};

// REQUIRES: the table is for the start's board and piece count and for the move set of the rules; the table outlives
// the engine; the game is not over. Throws std::bad_alloc.
std::unique_ptr<PlaneReachEngine> make_plane_reach(const PlacementTable& table, const Position& start, RuleSet rules,
                                                   InstructionSet instructions, std::size_t threads);

}  // namespace uisge

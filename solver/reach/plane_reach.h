// Reachability in the engine's blocks: whole blocks of positions are reached at once.
//
// A plane holds a bit for every position, set when it has been reached. Positions are entered as the side sees them
// that has just moved, that is, with the sides exchanged. Then the positions that a block is reached from are where
// the moves of its mover would lead: a step and a jump are taken back by a step and a jump, the sides swap, and
// BlockMoves lists exactly these gathers. A ply is the OR of them, as the won positions of the retrograde engine are.
// docs/algorithm.md has the argument, and what is different about diagonal jumps, passes and finished games.
//
// Two planes, one bit per position each: reached within d and within d + 1 plies. A gather from a block to which the
// last ply added nothing is left out, so early and late plies cost what they find. Parallel over placements (OpenMP);
// counts do not depend on the number of threads.
#pragma once

#include <memory>

#include "core/position.h"
#include "core/rules.h"
#include "db/position_cell.h"
#include "solver/kernel/kernel.h"
#include "solver/placements/placement_table.h"
#include "solver/reach/reach_engine.h"

namespace uisge {

// The memory that the planes take, with the marks of changed blocks but without the table.
std::uint64_t plane_reach_bytes(std::size_t placements, int pieces);

// The positions that have been reached can be asked for one by one.
class PlaneReachEngine : public ReachEngine {
 public:
  // Whether the plies that were run have reached a position of the same class under the board's symmetries. REQUIRES: a
  // live cell of the table's placements. Any number of threads may ask while none runs a ply.
  virtual bool has_reached(PositionCell cell) const = 0;
};

// REQUIRES: the table is of the position's board and pieces and of the rules' move set, and outlives the engine; the
// game is not over. Throws std::bad_alloc.
std::unique_ptr<PlaneReachEngine> make_plane_reach(const PlacementTable& table, const Position& start, RuleSet rules,
                                                   InstructionSet instructions, std::size_t threads);

}  // namespace uisge

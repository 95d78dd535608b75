// All blocks of a placement against all of their successors at once: the dense way of a ply.
//
// Move by move, not block by block. A move takes every colouring whose mover owns the piece to one block of the same
// target placement, so one move is one run over the target's blocks with a short list of renumberings, the same for
// every placement that has the move's two piece numbers. Those lists are tabulated; what is left is two loads, a
// permutation and a store for a block and move. A move that needs a symmetry (7 % on 7x6) makes its list on the spot.
//
// One object per thread. Memory: three blocks per colouring, 96 KB for five pieces.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "core/rules.h"
#include "solver/kernel/kernel.h"
#include "solver/placements/placement_table.h"
#include "solver/retrograde/mobility.h"
#include "solver/retrograde/piece_order.h"
#include "solver/retrograde/plane.h"

namespace uisge {

enum class Successor : std::uint8_t {
  kInPlane,    // some successor's bit is set
  kNotInPlane  // some successor's bit is clear
};

template <int N>
class BlockSweep {
 public:
  BlockSweep(const PlacementTable& table, const Colourings& colourings, const Kernel& kernel);

  // Looks at every successor of every position of the placement. The positions with a wanted successor are then in
  // accumulators(), whose rows are the mover's crowns, or in others(), where rows are the opponent's as in a block.
  // Under `passes` a stuck position's successor is its pass. Under `draws` it has a successor that is not in the
  // plane: the end of the game without a winner.
  void run(PlacementId id, const Plane& plane, Successor wanted, StuckRule stuck) {
    run(id, table_.transitions(id), plane, wanted, stuck);
  }
  // The same by some of its moves alone, in the order of the table: only their targets' blocks are read, and the
  // placement's own for a pass.
  void run(PlacementId id, std::span<const Transition> transitions, const Plane& plane, Successor wanted,
           StuckRule stuck);

  const std::uint64_t* accumulators() const { return accumulators_.data(); }
  const std::uint64_t* others() const { return has_symmetric_ ? turned_.data() : nullptr; }

 private:
  void add_identity(std::span<const Transition> transitions, const Plane& plane);
  void add_stuck(PlacementId id, const Plane& plane, StuckRule stuck);
  void add_symmetric(std::span<const Transition> group, PlacementId id, const Plane& plane);
  void add_symmetric_move(const Transition& transition, const SymmetricImage& image, const Plane& plane);

  const PlacementTable& table_;
  const Colourings& colourings_;
  const Kernel& kernel_;
  std::uint64_t invert_ = 0;
  bool has_symmetric_ = false;
  std::vector<std::uint64_t> accumulators_;  // rows are the mover's crowns
  std::vector<std::uint64_t> symmetric_;     // the same of one symmetry
  std::vector<std::uint64_t> turned_;        // blocks: what the symmetries have found
  std::vector<RowOrder> orders_;             // of the move that is being made
  std::vector<BlockGather> gathers_;
};

}  // namespace uisge

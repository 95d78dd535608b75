// The moves of one placement, turned into kernel operations for one colouring after another.
//
// `enter` decodes a placement's transitions once; `plan` lists, for a colouring, one Gather per legal move of the
// mover, grouped by the symmetry that the successor needs: the identity's group first (93 % of all moves on 7x6).
// A few dozen instructions a move. One object a thread.
#pragma once

#include <boost/container/static_vector.hpp>

#include "core/colouring.h"
#include "solver/kernel/crown_order.h"
#include "solver/kernel/kernel.h"
#include "solver/retrograde/plane.h"

namespace uisge {

inline constexpr int kMaxPlacementMoves = 2 * kMaxPieces * 16;
inline constexpr int kMaxBlockMoves = kMaxPieces * 16 + 1;  // and a pass

// The moves of a block that need the same symmetry, and how it renumbers the opponent's crowns.
struct GatherGroup {
  int first = 0;
  int count = 0;
  bool is_identity = true;
  CrownOrder opponent;          // ours to the successor's
  CrownOrder opponent_inverse;  // and back
};

struct BlockPlan {
  boost::container::static_vector<Gather, kMaxBlockMoves> gathers;
  boost::container::static_vector<GatherGroup, kMaxSymmetries> groups;
  RowMask stuck_rows = 0;  // the states of the mover's crowns without a legal move
  boost::container::static_vector<CrownOrder, kMaxBlockMoves> orders;  // what gathers with a symmetry point to
};

template <int N>
class BlockMoves {
 public:
  BlockMoves(const PlacementTable& table, const Colourings& colourings) : table_(table), colourings_(colourings) {}

  // The blocks of successors are taken from `plane`.
  void enter(PlacementId id, const Plane& plane);

  // Writes the plan for the colouring and asks the cache for the blocks it names. Under `passes`, the pass of stuck
  // rows is one more gather of the identity's group.
  void plan(PieceMask mover, StuckRule stuck, BlockPlan& plan) const;

  // The rows in which the mover has no legal move, without a plan.
  RowMask stuck_rows(PieceMask mover) const;

 private:
  struct LocalMove {
    const std::uint64_t* target_blocks;
    SquareSet target_bb;
    std::uint8_t from;         // piece number before the move
    std::uint8_t to;           // piece number after the move, before the symmetry
    std::uint8_t image_of_to;  // square index in the target's frame
    MoveKind kind;
  };
  struct LocalGroup {
    int first;
    int count;
    Symmetry symmetry;
    std::array<std::uint8_t, 2 * kMaxPieces> image;  // square of every piece, in the target's frame
  };

  void add_identity(const LocalMove& move, PieceMask mover, BlockPlan& plan) const;
  void add_symmetric(const LocalMove& move, const LocalGroup& group, PieceMask mover, BlockPlan& plan) const;
  void set_opponent_orders(const LocalGroup& group, PieceMask opponent, GatherGroup& out) const;

  const PlacementTable& table_;
  const Colourings& colourings_;
  const std::uint64_t* own_blocks_ = nullptr;
  boost::container::static_vector<LocalMove, kMaxPlacementMoves> moves_;
  boost::container::static_vector<LocalGroup, kMaxSymmetries> groups_;
  PieceMask jumpers_ = 0;   // pieces with a legal orthogonal jump
  PieceMask steppers_ = 0;  // pieces with a legal move as a crown that they do not have as a blank
};

}  // namespace uisge

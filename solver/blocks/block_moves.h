// Turns the moves of a placement into kernel operations, for one colouring after another.
//
// `enter` decodes the list of a placement's moves, once for all colourings. For a colouring, `plan` lists one kernel
// operation (Gather) per legal move of the mover. Gathers are grouped by the symmetry that makes the successor
// canonical. The first group needs no symmetry; on 7x6 it has 93 % of all moves. Use one object per thread.
#pragma once

#include <boost/container/static_vector.hpp>
#include <span>
#include <vector>

#include "core/colouring.h"
#include "core/piece_count.h"
#include "solver/blocks/mobility.h"
#include "solver/blocks/piece_order.h"
#include "solver/blocks/plane.h"
#include "solver/blocks/shift_table.h"
#include "solver/kernel/crown_order.h"
#include "solver/kernel/kernel.h"

namespace uisge {

inline constexpr int kMaxPlacementMoves = 2 * kMaxPieces * 16;
inline constexpr int kMaxBlockMoves = kMaxPieces * 16;

// The moves of a block that need the same symmetry, and the symmetry's renumbering of the opponent's crowns.
struct GatherGroup {
  CrownOrder opponent;  // renumbers the opponent's crowns; set only if a symmetry is needed
  std::size_t first;
  std::size_t count;
  bool is_identity;
};

struct BlockPlan {
  boost::container::static_vector<GatherGroup, kMaxSymmetries> groups;
  boost::container::static_vector<CrownOrder, kMaxBlockMoves> orders;  // orders of rows, one per gather with a symmetry
  RowMask stuck_rows = 0;  // the states of the mover's crowns in which the mover has no legal move
  // BlockMoves also writes each move of an opponent's piece, and the next move then overwrites it. The additional place
  // is for such a move at the end.
  boost::container::static_vector<Gather, kMaxBlockMoves + 1> gathers;
};

template <int N>
class BlockMoves {
 public:
  BlockMoves(const PlacementTable& table, const Colourings& colourings)
      : table_(table), colourings_(colourings), shift_table_(shift_table<N>()) {}

  // Begins another placement. `plane` holds the blocks to which the placement's moves lead.
  void enter(PlacementId id, const Plane& plane);

  // Writes the plan for the colouring, and prefetches the blocks that the plan names.
  void plan(PieceMask mover, BlockPlan& plan) const;

  // Keeps the positions whose successors all have their bits set in the plane, and the positions without a successor.
  // Moves the indices of the kept positions to the front, in order, and returns the number of these positions.
  // `positions` are indices in the placement. For few positions this function is faster than plan(): mostly one of the
  // first successors that it looks up has a clear bit, so it need not look up the rest.
  std::size_t keep_all_set(std::span<std::uint32_t> positions, StuckRule stuck);

  // The rows in which the mover has no legal move.
  RowMask stuck_rows(PieceMask mover) const { return mobility_.stuck_rows(mover, N); }

 private:
  struct IdentityMove {
    const std::uint64_t* target_blocks;
    const Shift* shifts;  // by colouring
    const RowMask* rows;  // by the moving piece's number on its side: rows in which it can make this move
    std::uint8_t from;    // piece number before the move
    std::uint8_t flips;   // all bits set if the piece turns over, otherwise 0
  };
  struct SymmetricMove {
    const std::uint64_t* target_blocks;
    const RowMask* rows;
    PieceOrder place;  // maps a piece's number before the move to its number in the target
    std::uint8_t from;
    std::uint8_t flips;
  };
  struct SymmetricGroup {
    Symmetry symmetry;
    std::size_t first;
    std::size_t count;
    PieceOrder place;  // the new numbers of all pieces; only those of the opponent's pieces are used
  };

  void add_identity_moves(PieceMask mover, BlockPlan& plan) const;
  void add_symmetric_group(const SymmetricGroup& group, PieceMask mover, BlockPlan& plan) const;
  void add_symmetric(const SymmetricMove& move, PieceMask mover, BlockPlan& plan) const;

  void find_successors(const IdentityMove& move, std::span<const std::uint32_t> positions);
  std::size_t keep_set(const IdentityMove& move, std::span<std::uint32_t> positions);
  bool is_pass_set(std::uint32_t position) const;
  bool all_set_symmetric(std::uint32_t position) const;

  static constexpr std::uint32_t kNoSuccessor = std::uint32_t{1} << 31;

  const PlacementTable& table_;
  const Colourings& colourings_;
  const ShiftTable<N>& shift_table_;
  const std::uint64_t* own_blocks_ = nullptr;
  boost::container::static_vector<IdentityMove, kMaxPlacementMoves> moves_;
  boost::container::static_vector<SymmetricMove, kMaxPlacementMoves> symmetric_moves_;
  boost::container::static_vector<SymmetricGroup, kMaxSymmetries> symmetric_groups_;
  Mobility mobility_;
  // The successors of the positions that keep_all_set checks, as bit numbers in the target placement's blocks;
  // kNoSuccessor if there is none. now_ is for the current move, next_ for the next move.
  std::vector<std::uint32_t> now_;
  std::vector<std::uint32_t> next_;
};

}  // namespace uisge

// Computes a ply the dense way: combines all blocks (solver/kernel/block_shape.h) of a placement at once with the
// blocks that hold the successors.
//
// Here a sweep is the computation for one placement. It divides the colourings into parts, and goes over a part move by
// move, not block by block. In every colouring whose mover owns the moved piece, the move leads to exactly one block;
// all these blocks belong to one target placement. So for one move a sweep reads the blocks of this target placement
// once, in order. A list says how the rows of each block are renumbered. The list depends only on the piece's numbers
// before and after the move, so the lists of most moves are tabulated. With a tabulated list, one move of one block
// takes two loads, a permutation and a store. But after 7 % of all moves on 7x6 the new placement is not canonical, so
// a symmetry must be applied. The list of a move that needs a symmetry is made when the sweep reaches the move.
//
// Use one object per thread. An object takes 114 KiB with five pieces a side and 1 MiB with six. It has two blocks per
// colouring of the placement, and a third block for each of the kColouringsOfPart colourings of a part. It also has 78
// bytes per colouring for the list of the current move that needs a symmetry. If no move needs a symmetry, a sweep
// touches only the memory for the blocks of the current part.
#pragma once

#include <span>
#include <vector>

#include "core/rules.h"
#include "solver/blocks/mobility.h"
#include "solver/blocks/piece_order.h"
#include "solver/blocks/plane.h"
#include "solver/kernel/kernel.h"
#include "solver/placements/placement_table.h"

namespace uisge {

enum class Successor : std::uint8_t {
  kInPlane,    // wanted: positions with a successor whose bit is set in the plane
  kNotInPlane  // wanted: positions with a successor whose bit is clear in the plane
};

// A sweep over a placement handles its colourings in parts. This is the number of colourings of a part. A part's
// accumulators stay in the
// first-level cache: they take 16 KiB with six pieces a side, and 32 KiB with five, where one part has all colourings.
template <int N>
inline constexpr std::size_t kColouringsOfPart = N == 6 ? 32 : 256;

// The results for the blocks of consecutive colourings. Each pointer points to the words of the first block.
struct SweptPart {
  ColouringRank first;
  unsigned count;
  // The results of the moves to placements that are stored as they are, and of stuck positions; rows are numbered by
  // the mover's crowns.
  const std::uint64_t* accumulators;
  // The results of the moves to placements that are stored as another image, or null; rows are numbered by the
  // opponent's crowns, as in a block.
  const std::uint64_t* others;
};

template <int N>
class BlockSweep {
 public:
  BlockSweep(const PlacementTable& table, const Colourings& colourings, const Kernel& kernel);

  // Begins a sweep over the colourings of the placement `id`. `transitions` are its moves, in the order of the
  // placement table. In `plane` the sweep reads only the blocks of the moves' targets and, for a pass, the blocks of
  // the placement itself. Under the rule `passes` the only successor of a stuck position is the position after the
  // pass. Under the rule `draws` a stuck position counts as having a successor that is not in the plane. The moves and
  // the plane must live until the last part is swept.
  void begin(PlacementId id, std::span<const Transition> transitions, const Plane& plane, Successor wanted,
             StuckRule stuck);
  std::size_t parts() const { return parts_; }
  // Returns the positions of the part that have a wanted successor (an argument of begin() says which successors are
  // wanted). The result is valid until the next call. `read_next` are the placement's blocks in a plane that the caller
  // reads next; the part's share of them is prefetched if there are several parts.
  SweptPart sweep(std::size_t part, const std::uint64_t* read_next);

 private:
  void add_identity(std::size_t part);
  void add_stuck(std::size_t first, std::size_t count);
  void add_symmetric(std::span<const Transition> group, PlacementId id, const Plane& plane);
  void add_symmetric_move(const Transition& transition, const SymmetricImage& image, const Plane& plane);

  const PlacementTable& table_;
  const Colourings& colourings_;
  const Kernel& kernel_;
  std::size_t parts_;
  PlacementId id_{};
  const Plane* plane_ = nullptr;
  std::span<const Transition> identity_;  // the moves that lead to a canonical placement, without a symmetry
  std::uint64_t invert_ = 0;
  bool takes_stuck_ = false;
  bool passes_ = false;
  bool has_symmetric_ = false;
  std::vector<std::uint64_t> accumulators_;  // the accumulators of a part; rows are numbered by the mover's crowns
  std::vector<std::uint64_t> symmetric_;     // the accumulators for the moves that need the current symmetry
  std::vector<std::uint64_t> turned_;        // the results of all moves that need a symmetry, as blocks
  std::vector<RowOrder> orders_;             // the renumberings of the rows for the current move
  std::vector<BlockGather> gathers_;
};

}  // namespace uisge

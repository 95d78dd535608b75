// Decides one placement in one ply: finds which of the placement's undecided positions become won or lost.
//
// There are two ways, dense and sparse, which find the same positions. The dense way combines the whole blocks of all
// successors. The sparse way takes moves back from the positions that the previous ply decided in neighbouring
// placements. Taking moves back gives all won positions of this placement, but only candidates for its lost positions.
// So the sparse way looks up the successors of each candidate one by one. Both ways only read the planes, so placements
// can be decided in any order. See docs/algorithm.md.
//
// Use one object per thread, since it has scratch memory.
#pragma once

#include "core/rules.h"
#include "solver/blocks/block_moves.h"
#include "solver/blocks/block_sweep.h"
#include "solver/blocks/new_bits.h"
#include "solver/blocks/piece_state.h"
#include "solver/blocks/plane.h"
#include "solver/blocks/state_lists.h"

namespace uisge {

// The planes that a step reads. `won` and `lost` have the positions that earlier plies decided. `lost` also has the
// positions in which the opponent has only crowns.
struct StepInput {
  const PlacementTable& table;
  const Colourings& colourings;
  const PieceStates& states;
  const Plane& won;
  const Plane& lost;
  StuckRule stuck;
  InstructionSet instructions;
};

template <int N>
class PlacementStep {
 public:
  explicit PlacementStep(const StepInput& input);

  // Each function below finds some positions of a placement, and sets their bits in new_bits(). Afterwards the touched
  // blocks of new_bits() are sorted, and none is empty (NewBits::normalise). The functions find only undecided live
  // positions; stuck_positions() also finds decided live positions.
  void stuck_positions(PlacementId id);  // finds every live position whose mover is stuck
  void find_won_dense(PlacementId id) { find_won_dense(id, in_.table.transitions(id), in_.lost, in_.stuck); }
  void find_lost_dense(PlacementId id);
  // Finds the positions in which one of the given moves, or the pass of a stuck player, leads to a position that is
  // lost in the given plane. `moves` is in the order of the placement table.
  void find_won_dense(PlacementId id, std::span<const Transition> moves, const Plane& lost, StuckRule stuck);
  // REQUIRES: the lists hold all positions of the neighbouring placements that have become lost (for find_won_sparse)
  // or won (for find_lost_sparse) since the last visit to this placement.
  void find_won_sparse(PlacementId id, const StateLists& newly_lost);
  void find_lost_sparse(PlacementId id, const StateLists& newly_won);

  NewBits<N>& new_bits() { return new_; }
  // The work of the last call: the number of blocks that it computed (dense), or of positions whose moves it took back
  // (sparse).
  std::uint64_t work() const { return work_; }

 private:
  static constexpr std::size_t kWords = block_words(N);
  using Words = std::array<std::uint64_t, kWords>;

  void take_swept(PlacementId id, std::uint64_t invert);
  void find(PlacementId id, const StateLists& lists);
  void add_predecessors(PlacementId id, const StateLists& lists);
  void add_passers(PlacementId id, const StateLists& lists);
  PieceState* room_for(std::size_t states);
  void add_found(PlacementId id, std::span<const PieceState> states);
  void keep_undecided(PlacementId id);
  void set_found();

  StepInput in_;
  const Kernel& kernel_;
  BlockSweep<N> sweep_;
  BlockMoves<N> moves_;
  NewBits<N> new_;
  std::vector<std::span<const PieceState>> lists_;
  std::vector<PieceState> states_;    // scratch memory: the positions before a move or a pass
  std::vector<std::uint32_t> found_;  // the first found_count_ elements are indices in the placement; they may repeat
  std::size_t found_count_ = 0;
  std::uint64_t work_ = 0;
};

}  // namespace uisge

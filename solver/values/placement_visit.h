// The work of one thread on one placement, in a step of the values engine or a stage of the exact engine. A visit
// either finds the placement's lost positions, as blocks or as a list, or sets the placement's wins in the plane. The
// wins follow from the lost positions of the neighbours (the placements one move away).
//
// Use one object per thread: it holds the thread's scratch memory. Threads may work on different placements, but no
// thread may set wins of a placement whose won blocks another thread reads.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "solver/blocks/placement_step.h"
#include "solver/kernel/kernel.h"
#include "solver/values/step_lists.h"

namespace uisge {

// The number of placements that a thread takes at a time.
inline constexpr std::size_t kVisitsAtOnce = 4;
// Reading the clock takes time too, so only the visits to one placement in eight are timed.
constexpr bool is_visit_timed(PlacementId id) {
  return index(id) % 8 == 0;
}

template <int N>
class PlacementVisit {
 public:
  // REQUIRES: `won` and `input.won` are the same plane. The plane, and everything that the input refers to, must
  // outlive the object.
  PlacementVisit(const StepInput& input, Plane& won)
      : in_(input), kernel_(kernel(input.instructions, N)), won_(won), step_(input) {}

  PlacementStep<N>& step() { return step_; }

  // Writes the placement's lost blocks to `blocks`, including the positions in which the opponent has only crowns.
  // step().new_bits() has the lost blocks without these positions.
  void lose_dense(PlacementId id, std::uint64_t* blocks) {
    constexpr auto kCompleted = completed_words<N>();
    step_.find_lost_dense(id);
    const std::span<const std::uint64_t> found = step_.new_bits().words();
    for (std::size_t at = 0; at < found.size(); ++at) blocks[at] = found[at] | kCompleted[at % kWords];
  }
  // Lists the positions of the placement that are lost because of the wins in `newly_won`.
  void lose_sparse(PlacementId id, const StateLists& newly_won) {
    step_.find_lost_sparse(id, newly_won);
    listed_ = 0;
    append_new();
  }

  // For the rule `wins`: marks all positions with a stuck mover as won. Returns how many were not marked before.
  std::uint32_t win_stuck(PlacementId id) {
    step_.stuck_positions(id);
    NewBits<N>& bits = step_.new_bits();
    for (const ColouringRank rank : bits.touched()) {
      const std::uint64_t* const won = won_.blocks(id) + rank * kWords;
      for (std::size_t w = 0; w < kWords; ++w) bits.block(rank)[w] &= ~won[w];
    }
    bits.normalise();
    return set_won(id);
  }

  struct Wins {
    std::uint64_t count = 0;                   // the number of new wins of the canonical placement
    bool is_listed = true;                     // whether states() lists all new wins
    std::optional<std::uint32_t> lowest = {};  // the least index of a new win in the placement
  };
  // Sets the wins of the placement that follow from its neighbours' losses. `lost` has the losses of neighbours that
  // is_dense() names (computed by whole blocks), `newly_lost` those of all others. If the placement has more than
  // `max_listed` new wins, states() lists only some of the new wins.
  template <class IsDense>
  Wins win(PlacementId id, const IsDense& is_dense, const Plane& lost, const StepLists& newly_lost,
           std::uint64_t max_listed) {
    moves_.clear();
    bool has_lists = in_.stuck == StuckRule::kPasses && !newly_lost.empty(id);
    for (const Transition& move : in_.table.transitions(id)) {
      if (is_dense(move.target)) moves_.push_back(move);
      has_lists |= !newly_lost.empty(move.target);
    }
    const bool passes = in_.stuck == StuckRule::kPasses && is_dense(id);
    listed_ = 0;
    Wins wins;
    const auto take = [&] {
      const std::uint32_t found = set_won(id);
      if (found == 0) return;
      const std::uint32_t lowest = step_.new_bits().lowest();
      if (!wins.lowest || lowest < *wins.lowest) wins.lowest = lowest;
      wins.count += found;
      wins.is_listed = wins.is_listed && wins.count <= max_listed;
      if (wins.is_listed) append_new();
    };
    if (!moves_.empty() || passes) {
      step_.find_won_dense(id, moves_, lost, passes ? StuckRule::kPasses : StuckRule::kLoses);
      take();
    }
    if (has_lists) {
      step_.find_won_sparse(id, newly_lost);
      take();
    }
    return wins;
  }

  // The positions that the last call of lose_sparse or win has listed.
  std::span<const PieceState> states() const { return {states_.data(), listed_}; }

 private:
  static constexpr std::size_t kWords = block_words(N);

  std::uint32_t set_won(PlacementId id) {
    const NewBits<N>& bits = step_.new_bits();
    if (bits.empty()) return 0;
    return kernel_.merge(bits.words().data(), bits.touched().data(), bits.touched().size(), won_.blocks(id));
  }
  void append_new() {
    const NewBits<N>& bits = step_.new_bits();
    for (const ColouringRank rank : bits.touched()) {
      const std::size_t count = kernel_.list(bits.block(rank), found_.data());
      if (states_.size() < listed_ + count) states_.resize(2 * (listed_ + count));
      in_.states.convert(rank, {found_.data(), count}, states_.data() + listed_);
      listed_ += count;
    }
  }

  StepInput in_;
  const Kernel& kernel_;
  Plane& won_;
  PlacementStep<N> step_;
  std::vector<Transition> moves_;
  std::array<std::uint16_t, kMaxListed> found_;  // scratch memory: the positions that were found in one block
  std::vector<PieceState> states_;
  std::size_t listed_ = 0;  // the length of the list in states_
};

}  // namespace uisge

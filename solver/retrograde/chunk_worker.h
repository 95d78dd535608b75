// One thread's work in a phase of a ply. A worker takes one chunk after another, decides the chunk's placements, and
// puts the decided positions into the plane, the lists and the segment.
//
// Use one object per thread and phase. A worker also measures how much time its work takes.
#pragma once

#include <chrono>
#include <cstdint>
#include <span>

#include "solver/blocks/placement_step.h"
#include "solver/retrograde/chunk_output.h"
#include "solver/retrograde/dense_or_sparse.h"
#include "solver/retrograde/frontier.h"
#include "solver/retrograde/ply_listener.h"

namespace uisge {

// The parameters of a phase, which all threads share.
struct PhaseWork {
  Phase phase;
  Outcome outcome;           // the phase decides the positions with this outcome
  const Frontier& previous;  // the positions that the previous ply decided and that this phase reads
  Frontier& next;            // gets the lists of decided positions for the next ply
  Plane* plane;              // null if the positions are set in the plane later, from the segments
  bool makes_segments;
  const DenseOrSparse& ways;
  std::span<const std::uint8_t> orbit_size;  // by placement
};

struct ChunkRange {
  std::size_t begin;
  std::size_t end;
};

template <int N>
class ChunkWorker {
 public:
  ChunkWorker(std::size_t thread, const StepInput& input, const Kernel& kernel, const PhaseWork& work)
      : thread_(thread),
        in_(input),
        kernel_(kernel),
        work_(work),
        moves_within_(input.stuck == StuckRule::kPasses),
        step_(input),
        output_(kernel, input.states, input.instructions) {}

  // Finds the positions of a chunk that this ply decides, and returns them as a segment, which is valid until the next
  // chunk. The segment is empty if nothing was decided or if no segment is wanted.
  std::span<const std::uint8_t> decide_chunk(std::size_t chunk, ChunkRange range, PlyListener& listener) {
    output_.begin(work_.makes_segments, !work_.next.is_full());
    for (std::size_t i = range.begin; i < range.end; ++i) {
      const PlacementId id = placement_id(i);
      decide(id);
      const NewBits<N>& bits = step_.new_bits();
      const std::vector<ColouringRank>& touched = bits.touched();
      const std::uint32_t count = kernel_.merge(bits.words().data(), touched.data(), touched.size(),
                                                work_.plane == nullptr ? nullptr : work_.plane->blocks(id));
      if (count != 0 && output_.positions() == 0) listener.take_lowest(id, bits.lowest());
      output_.add(bits, count);
      positions_ += count;
      raw_ += std::uint64_t{count} * work_.orbit_size[i];
    }
    output_.put_lists(chunk, work_.next);
    return output_.finish_segment();
  }

  std::size_t thread() const { return thread_; }
  // Totals of all chunks so far: decided positions on canonical placements, decided positions with all images, and the
  // measured cost.
  std::uint64_t positions() const { return positions_; }
  std::uint64_t raw() const { return raw_; }
  const StepCost& cost() const { return cost_; }

 private:
  using Clock = std::chrono::steady_clock;
  // One placement in eight is timed. Timing every placement took 3 % of a solve with four pieces a side.
  static constexpr std::size_t kTimedEvery = 8;

  std::uint64_t neighbouring_states(PlacementId id) const {
    std::uint64_t states = moves_within_ ? work_.previous.count(id) : 0;
    for (const Transition& transition : in_.table.transitions(id)) states += work_.previous.count(transition.target);
    return states;
  }

  void decide(PlacementId id) {
    if (work_.phase == Phase::kStuck) {
      step_.stuck_positions(id);
      return;
    }
    bool is_sparse = false;
    if (work_.previous.is_complete()) {
      const std::uint64_t states = neighbouring_states(id);
      if (states == 0) {
        step_.new_bits().clear();
        return;
      }
      is_sparse = work_.ways.is_sparse_cheaper(work_.phase, states);
    }
    const bool is_timed = index(id) % kTimedEvery == 0;
    const auto start = is_timed ? Clock::now() : Clock::time_point{};
    if (is_sparse) {
      work_.phase == Phase::kWon ? step_.find_won_sparse(id, work_.previous)
                                 : step_.find_lost_sparse(id, work_.previous);
    } else {
      work_.phase == Phase::kWon ? step_.find_won_dense(id) : step_.find_lost_dense(id);
    }
    if (is_timed) cost_.add(is_sparse, step_.work(), Clock::now() - start);
  }

  std::size_t thread_;
  StepInput in_;
  const Kernel& kernel_;
  const PhaseWork& work_;
  bool moves_within_;  // whether a move may stay on the placement: the pass of a stuck player
  PlacementStep<N> step_;
  ChunkOutput<N> output_;
  StepCost cost_;
  std::uint64_t positions_ = 0;
  std::uint64_t raw_ = 0;
};

}  // namespace uisge

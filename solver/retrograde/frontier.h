// The frontier: the positions that one ply decided, listed by placement.
//
// The sparse way (placement_step.h) reads the frontier's lists instead of the planes. If the lists of a ply do not fit
// in the memory for lists, the frontier is incomplete, and the next ply must be dense.
//
// Several threads fill the frontier chunk by chunk; afterwards the frontier is only read.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "solver/blocks/state_lists.h"
#include "solver/placements/placement_table.h"

namespace uisge {

class Frontier final : public StateLists {
 public:
  // The lists of all chunks together keep at most `max_states` positions.
  Frontier(std::size_t placements, std::size_t chunk_size, std::uint64_t max_states)
      : chunk_size_(chunk_size),
        max_states_(max_states),
        chunks_((placements + chunk_size - 1) / chunk_size),
        first_(placements),
        count_(placements) {}

  // Stores the positions of one chunk. `ends` has an element for each placement of the chunk: the end of the
  // placement's positions in `states`. Call put once per chunk, from any thread.
  void put(std::size_t chunk, std::vector<PieceState> states, std::span<const std::uint32_t> ends) {
    const std::uint64_t total = total_.fetch_add(states.size(), std::memory_order_relaxed) + states.size();
    if (total > max_states_) return;
    chunks_[chunk] = std::move(states);
    std::uint32_t begin = 0;
    for (std::size_t i = 0; i < ends.size(); ++i) {
      first_[chunk * chunk_size_ + i] = chunks_[chunk].data() + begin;
      count_[chunk * chunk_size_ + i] = ends[i] - begin;
      begin = ends[i];
    }
  }
  // Whether the memory for lists is full, so that further lists would be dropped.
  bool is_full() const { return total_.load(std::memory_order_relaxed) > max_states_; }
  void mark_incomplete() { total_.store(max_states_ + 1, std::memory_order_relaxed); }
  bool is_complete() const { return !is_full(); }

  std::uint32_t count(PlacementId id) const { return count_[index(id)]; }
  void append_lists(PlacementId id, std::vector<std::span<const PieceState>>& lists) const override {
    if (count_[index(id)] != 0) lists.emplace_back(first_[index(id)], count_[index(id)]);
  }

  // Empties the frontier, marks it as complete, and frees the lists.
  void clear() {
    total_.store(0, std::memory_order_relaxed);
    for (std::vector<PieceState>& chunk : chunks_) std::vector<PieceState>().swap(chunk);
    std::fill(count_.begin(), count_.end(), 0);
  }

 private:
  std::size_t chunk_size_;
  std::uint64_t max_states_;
  std::vector<std::vector<PieceState>> chunks_;
  std::vector<const PieceState*> first_;  // the first state of each placement; undefined if the placement has none
  std::vector<std::uint32_t> count_;
  std::atomic<std::uint64_t> total_{0};
};

}  // namespace uisge

// Chooses a random sample of positions, without repetition. Each offered position gets a number from the seed and its
// cell, and the positions with the least numbers are kept.
//
// The order in which positions are offered does not matter. Use one object per thread; merge() combines the objects.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "db/position_finder.h"
#include "db/random_number.h"

namespace uisge {

class PositionSampler {
 public:
  PositionSampler(std::size_t size, std::uint64_t seed) : size_(size), seed_(seed) {}

  void offer(const FoundPosition& found) {
    const std::uint64_t cell = std::uint64_t{found.cell.placement} << 32 | found.cell.index;
    const Numbered numbered{random_number(seed_, cell), found};
    if (kept_.size() == size_) {
      if (size_ == 0 || !(numbered < kept_.front())) return;
      std::pop_heap(kept_.begin(), kept_.end());
      kept_.back() = numbered;
    } else {
      kept_.push_back(numbered);
    }
    std::push_heap(kept_.begin(), kept_.end());
  }
  void merge(const PositionSampler& other) {
    for (const Numbered& numbered : other.kept_) offer(numbered.found);
  }
  std::vector<FoundPosition> in_order() {
    std::sort_heap(kept_.begin(), kept_.end());
    std::vector<FoundPosition> positions;
    for (const Numbered& numbered : kept_) positions.push_back(numbered.found);
    return positions;
  }

 private:
  struct Numbered {
    std::uint64_t number;
    FoundPosition found;
    bool operator<(const Numbered& other) const {
      return number != other.number ? number < other.number : found.cell < other.found.cell;
    }
  };

  std::size_t size_;
  std::uint64_t seed_;
  std::vector<Numbered> kept_;  // a heap, the greatest first
};

}  // namespace uisge

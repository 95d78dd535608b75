// The lost blocks that a stage keeps: a slot of memory for each placement of the window.
//
// Any thread may read and write the blocks of a placement that has a slot. REQUIRES: one thread at a time calls keep()
// and give_up(), and no other thread uses the window during these calls.
#pragma once

#include <cassert>
#include <cstdint>
#include <utility>
#include <vector>

#include "solver/blocks/plane.h"
#include "solver/placements/placement_table.h"

namespace uisge {

class LostWindow {
 public:
  // Throws std::bad_alloc.
  LostWindow(const PlacementTable& table, std::size_t slots)
      : part_{{}, std::vector<std::uint32_t>(table.size(), kNoSlot), slots},
        blocks_(table.size(), table.pieces(), &part_) {
    free_.reserve(slots);
    for (std::size_t slot = slots; slot > 0; --slot) free_.push_back(static_cast<std::uint32_t>(slot - 1));
  }

  Plane& blocks() { return blocks_; }
  // REQUIRES: a slot is free, and the placement has no slot.
  void keep(PlacementId id) {
    assert(!free_.empty() && part_.slots[index(id)] == kNoSlot);
    part_.slots[index(id)] = free_.back();
    free_.pop_back();
  }
  // Has no effect on a placement without a slot.
  void give_up(PlacementId id) {
    const std::uint32_t slot = std::exchange(part_.slots[index(id)], kNoSlot);
    if (slot != kNoSlot) free_.push_back(slot);
  }
  void clear() {
    for (std::size_t i = 0; i < part_.slots.size(); ++i) give_up(placement_id(i));
  }
  std::size_t kept() const { return part_.held - free_.size(); }

 private:
  EnginePart part_;
  Plane blocks_;
  std::vector<std::uint32_t> free_;
};

}  // namespace uisge

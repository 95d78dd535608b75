// Finds the first of the positions that a ply decides; positions are ordered by placement, then by index. A database's
// statistics name a position with the longest distance: the first position of the last ply.
//
// see() may be called from several threads.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <span>

#include "db/position_cell.h"
#include "solver/checkpoint/segment.h"

namespace uisge {

class FirstOfPly {
 public:
  void begin_ply() { first_.reset(); }
  void see(PositionCell cell) {
    const std::lock_guard lock(mutex_);
    if (!first_ || cell < *first_) first_ = cell;
  }
  // Has the effect of calling see(cell) for every position of a segment. The segment's chunk has `placements`
  // placements, beginning with `first`.
  void see(std::size_t first, std::size_t placements, SegmentCode code, std::span<const std::uint8_t> segment) {
    {
      const std::lock_guard lock(mutex_);
      if (first_ && first_->placement < first) return;
    }
    std::optional<PositionCell> lowest;
    visit_segment(code, segment, placements, [&](std::size_t n, std::uint32_t at) {
      if (!lowest) lowest = cell_at(first + n, at);
    });
    if (lowest) see(*lowest);
  }
  std::optional<PositionCell> cell() const { return first_; }

 private:
  std::mutex mutex_;
  std::optional<PositionCell> first_;
};

}  // namespace uisge

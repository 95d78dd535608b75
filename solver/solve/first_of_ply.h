// Finds the first of the positions that a ply decides; positions are ordered by placement, then by index. A database's
// statistics name a position with the longest distance: the first position of the last ply.
//
// see() may be called from several threads.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>

#include "core/outcome.h"
#include "db/position_cell.h"
#include "solver/checkpoint/segment.h"

namespace uisge {

class FirstOfPly {
 public:
  void begin_ply() { cells_ = {}; }
  void see(Outcome outcome, PositionCell cell) {
    const std::lock_guard lock(mutex_);
    std::optional<PositionCell>& lowest = cells_[outcome == Outcome::kLoss ? 1 : 0];
    if (!lowest || cell < *lowest) lowest = cell;
  }
  // Has the effect of calling see(outcome, cell) for every position of a segment. The segment's chunk has `placements`
  // placements, beginning with `first`.
  void see(Outcome outcome, std::size_t first, std::size_t placements, SegmentCode code,
           std::span<const std::uint8_t> segment) {
    {
      const std::lock_guard lock(mutex_);
      const std::optional<PositionCell>& known = cells_[outcome == Outcome::kLoss ? 1 : 0];
      if (known && known->placement < first) return;
    }
    std::optional<PositionCell> lowest;
    visit_segment(code, segment, placements, [&](std::size_t n, std::uint32_t at) {
      if (!lowest) lowest = cell_at(first + n, at);
    });
    if (lowest) see(outcome, *lowest);
  }
  std::optional<PositionCell> cell() const {
    if (!cells_[0] || !cells_[1]) return cells_[0] ? cells_[0] : cells_[1];
    return std::min(*cells_[0], *cells_[1]);
  }

 private:
  std::mutex mutex_;
  std::array<std::optional<PositionCell>, 2> cells_;  // the first won position, the first lost position
};

}  // namespace uisge

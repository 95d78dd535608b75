// The lowest position that a ply decided, found while its segments pass by: the example of the longest distance.
//
// see() may be called from several threads.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "core/outcome.h"
#include "db/position_cell.h"
#include "solver/retrograde/segment.h"

namespace uisge {

class FirstOfPly {
 public:
  explicit FirstOfPly(std::size_t chunk_size) : chunk_size_(chunk_size) {}
  void begin_ply() { chunks_ = {SIZE_MAX, SIZE_MAX}; }
  void see(Outcome outcome, std::size_t chunk, std::span<const std::uint8_t> segment) {
    const std::lock_guard lock(mutex_);
    const std::size_t slot = outcome == Outcome::kLoss ? 1 : 0;
    if (chunk >= chunks_[slot]) return;
    chunks_[slot] = chunk;
    segments_[slot].assign(segment.begin(), segment.end());
  }
  // Of lost positions if there are any, like the statistics of a database.
  std::optional<PositionCell> cell(int pieces, std::size_t placements) const {
    const std::size_t slot = chunks_[1] != SIZE_MAX ? 1 : 0;
    if (chunks_[slot] == SIZE_MAX) return std::nullopt;
    const std::size_t first = chunks_[slot] * chunk_size_;
    std::optional<PositionCell> found;
    visit_segment(segments_[slot], std::min(chunk_size_, placements - first), pieces,
                  [&](std::size_t n, std::uint32_t at) {
                    if (!found) found = PositionCell{static_cast<std::uint32_t>(first + n), at};
                  });
    return found;
  }

 private:
  std::size_t chunk_size_;
  std::mutex mutex_;
  std::array<std::size_t, 2> chunks_{SIZE_MAX, SIZE_MAX};
  std::array<std::vector<std::uint8_t>, 2> segments_;
};

}  // namespace uisge

// When a stage of the exact engine (exact_engine.h) makes, reads and gives up the lost blocks of each placement.
//
// A stage goes over the placements in one order. Let N(p) be p and the placements that a move leads to from p, or from
// which one leads to p. The wins of q can be set as soon as the lost blocks of N(q) are made: q is then *ready*. The
// lost blocks of r can be given up as soon as all of N(r) has been ready: r is then *done*. Between the two lies the
// window: the placements whose lost blocks exist at the same time. Its size depends on the order alone.
//
// Const after construction, safe to share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "solver/placements/placement_table.h"

namespace uisge {

class StageSchedule {
 public:
  // REQUIRES: `order` names every placement of the table once. Time in proportion to the moves; 20 bytes per placement.
  StageSchedule(const PlacementTable& table, std::vector<PlacementId> order);

  std::span<const PlacementId> order() const { return order_; }
  // The placements that are ready, or done, when the lost blocks of the first `made` placements of the order have been
  // made. Those of a smaller number come first.
  std::span<const PlacementId> ready(std::size_t made) const { return std::span(ready_).first(ready_count_[made]); }
  std::span<const PlacementId> done(std::size_t made) const { return std::span(done_).first(done_count_[made]); }

  // The largest number of placements whose lost blocks must be kept, if the wins of all that are ready are set after
  // each placement. If `batch` placements are made at a time, it is at most that many more.
  std::size_t window() const { return window_; }
  static std::uint64_t bytes_for(std::size_t placements) { return std::uint64_t{placements} * 20; }

 private:
  std::vector<PlacementId> order_;
  std::vector<PlacementId> ready_;
  std::vector<PlacementId> done_;
  std::vector<std::uint32_t> ready_count_;  // by the number of placements made, 0 to all
  std::vector<std::uint32_t> done_count_;
  std::size_t window_ = 0;
};

}  // namespace uisge

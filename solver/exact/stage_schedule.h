// Decides when a stage of the exact engine (exact_engine.h) makes, reads and drops the lost blocks of each placement.
//
// A stage goes over the placements in a given order. Let N(p) be the set of the placement p and its neighbours. The
// neighbours of p are the placements to which a move leads from p, and those from which a move leads to p. Once the
// lost blocks of all placements in N(q) are made, the wins of q can be set: q is then *ready*. Once all placements in
// N(r) have been ready, the lost blocks of r can be dropped: r is then *done*. The *window* is the set of placements
// whose lost blocks exist at the same time. The size of the window depends only on the order of the placements.
//
// Const after construction, so safe to share between threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "solver/placements/placement_table.h"

namespace uisge {

class StageSchedule {
 public:
  // REQUIRES: `order` names every placement of the table once. Takes time in proportion to the number of moves in the
  // table, and 20 bytes per placement.
  StageSchedule(const PlacementTable& table, std::vector<PlacementId> order);

  std::span<const PlacementId> order() const { return order_; }
  // Both functions suppose that the lost blocks of order()[0] to order()[made - 1] have been made, and no others.
  // ready() returns the placements whose wins can then be set, in the order in which they became ready. done() returns
  // the placements whose lost blocks can then be dropped.
  std::span<const PlacementId> ready(std::size_t made) const { return std::span(ready_).first(ready_count_[made]); }
  std::span<const PlacementId> done(std::size_t made) const { return std::span(done_).first(done_count_[made]); }

  // The largest number of placements whose lost blocks must be kept at the same time. The number is for engines that
  // make lost blocks one placement at a time, and set the wins of every ready placement before they make the next lost
  // blocks. An engine that makes the lost blocks of up to `batch` placements at a time needs room for window() +
  // `batch`.
  std::size_t window() const { return window_; }
  static std::uint64_t bytes_for(std::size_t placements) { return std::uint64_t{placements} * 20; }

 private:
  std::vector<PlacementId> order_;
  std::vector<PlacementId> ready_;
  std::vector<PlacementId> done_;
  std::vector<std::uint32_t> ready_count_;  // ready_count_[made]: the size of ready(made)
  std::vector<std::uint32_t> done_count_;
  std::size_t window_ = 0;
};

}  // namespace uisge

// The steps of a stage of the exact engine on a card: which lost blocks each step makes and drops, and which wins it
// sets.
//
// A stage goes over the placements in an order (solver/exact/stage_schedule.h), one batch of placements per step. A
// step computes (*makes*) the lost blocks of its batch. Then the step sets the wins of the placements that have become
// *ready*: the lost blocks of all their neighbours are made. The won blocks of a placement are *in use* from the first
// step that reads them to the step that sets its wins. The lost blocks of a placement are in use from the step that
// makes them to the last step that reads them.
//
// While the card runs a step, the host takes the results of the step before it and prepares the step after it. So a
// block keeps its slot, its place in memory, from the step before its first use to the step after its last use.
//
// Const after construction.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "solver/placements/placement_table.h"

namespace uisge {

class StageSteps {
 public:
  // REQUIRES: `order` names every placement of the table once; batch >= 1. Takes as long as reading every move of the
  // table three times.
  StageSteps(const PlacementTable& table, std::span<const PlacementId> order, std::size_t batch);

  std::size_t steps() const { return made_.begin.size() - 1; }
  // The placements whose won blocks are first read in this step; empty if `step` is beyond the last step.
  std::span<const PlacementId> begun(std::size_t step) const { return begun_.of(step); }
  // The placements whose lost blocks the step makes.
  std::span<const PlacementId> made(std::size_t step) const { return made_.of(step); }
  // The placements whose wins the step sets.
  std::span<const PlacementId> ready(std::size_t step) const { return ready_.of(step); }
  // The placements whose lost blocks can be dropped after the step.
  std::span<const PlacementId> done(std::size_t step) const { return done_.of(step); }
  // All placements, in the order of the steps that first read their won blocks.
  std::span<const PlacementId> all_begun() const { return begun_.placements; }

  // The maximum, over all steps, of the size of made(step) and of ready(step).
  std::size_t largest_step() const;
  // The greatest number of placements whose lost blocks need a slot at the same time.
  std::size_t window() const { return window_; }
  // The least number of slots (each has room for the blocks of one placement) that a card must have. The won blocks of
  // a placement take one slot, and its lost blocks take another.
  std::size_t least_slots() const { return least_slots_; }
  // The number of slots that main memory needs if the card has `card_slots` slots. REQUIRES: card_slots >=
  // least_slots().
  std::size_t slots_beside(std::size_t card_slots) const;

 private:
  struct BySteps {
    BySteps(const std::vector<std::uint32_t>& step_of, std::size_t steps);
    std::span<const PlacementId> of(std::size_t step) const {
      if (step + 1 >= begin.size()) return {};
      return std::span(placements).subspan(begin[step], begin[step + 1] - begin[step]);
    }
    std::size_t count_before(std::size_t step) const { return begin[std::min(step, begin.size() - 1)]; }
    std::vector<PlacementId> placements;
    std::vector<std::uint32_t> begin;  // by step: the index of its first placement; last entry: placements.size()
  };
  struct Times;
  explicit StageSteps(const Times& times);

  BySteps made_;
  BySteps begun_;
  BySteps ready_;
  BySteps done_;
  std::size_t window_ = 0;
  std::size_t least_slots_ = 0;
};

}  // namespace uisge

#include "solver/card/block_slots.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace uisge {

BlockSlots::BlockSlots(std::size_t placements, std::size_t card_slots, std::size_t host_slots)
    : card_slots_(card_slots),
      host_slots_(host_slots),
      won_(placements, kNoCardSlot),
      lost_(placements, kNoCardSlot),
      on_host_(placements, kNoCardSlot),
      has_no_wins_(placements, true) {}

void BlockSlots::begin(const StageSteps& first_stage) {
  const auto all_slots = [](std::size_t count, std::vector<std::uint32_t>& free) {
    free.clear();
    while (count > 0) free.push_back(static_cast<std::uint32_t>(--count));
  };
  all_slots(card_slots_, free_on_card_);
  all_slots(host_slots_, free_on_host_);
  std::ranges::fill(lost_, kNoCardSlot);
  has_no_wins_.assign(has_no_wins_.size(), true);
  kept_ = 0;
  in_.clear();
  const std::size_t room = card_slots_ - std::min(card_slots_, first_stage.made(0).size());
  std::size_t placed = 0;
  for (const PlacementId id : first_stage.all_begun()) {
    const bool is_on_card = placed++ < room;
    won_[index(id)] = is_on_card ? take(free_on_card_) : kNoCardSlot;
    on_host_[index(id)] = is_on_card ? kNoCardSlot : take(free_on_host_);
  }
}

void BlockSlots::begin_stage(const StageSteps& steps, std::span<const std::uint8_t> makes_lost,
                             std::span<const std::uint8_t> needs_won) {
  steps_ = &steps;
  makes_lost_ = makes_lost;
  needs_won_ = needs_won;
  finished_step_ = finished_at_ = 0;
  not_begun_ = steps.all_begun().size();
}

void BlockSlots::prepare(std::size_t step) {
  for (const Copy& copy : in_) free_on_host_.push_back(copy.on_host);
  out_.clear();
  in_.clear();
  out_ahead_.clear();
  make_room(need_of(step), step, out_);
  for (const PlacementId id : steps_->begun(step)) {
    if (!must_be_copied_in(id)) continue;
    won_[index(id)] = take(free_on_card_);
    in_.push_back({id, won_[index(id)], std::exchange(on_host_[index(id)], kNoCardSlot), has_no_wins_[index(id)]});
  }
  for (const PlacementId id : steps_->made(step)) {
    if (!makes_lost(id)) continue;
    lost_[index(id)] = take(free_on_card_);
    ++kept_;
  }
  make_room(need_of(step + 1), step, out_ahead_);
}

void BlockSlots::finish(std::size_t step) {
  for (const PlacementId id : steps_->done(step)) {
    const std::uint32_t slot = std::exchange(lost_[index(id)], kNoCardSlot);
    if (slot == kNoCardSlot) continue;
    free_on_card_.push_back(slot);
    --kept_;
  }
}

// How many free slots on the card the step needs. Won blocks that must be copied to the card need slots, and so do the
// lost blocks that the step makes.
std::size_t BlockSlots::need_of(std::size_t step) const {
  std::size_t need = 0;
  for (const PlacementId id : steps_->begun(step)) need += must_be_copied_in(id) ? 1U : 0U;
  for (const PlacementId id : steps_->made(step)) need += makes_lost(id) ? 1U : 0U;
  return need;
}

void BlockSlots::make_room(std::size_t slots, std::size_t step, std::vector<Copy>& out) {
  while (free_on_card_.size() < slots) {
    const PlacementId id = next_to_evict(step);
    const std::uint32_t from = std::exchange(won_[index(id)], kNoCardSlot);
    free_on_card_.push_back(from);
    on_host_[index(id)] = take(free_on_host_);
    out.push_back({id, from, on_host_[index(id)], has_no_wins_[index(id)]});
  }
}

// The next placement to evict. A placement's won blocks can be evicted if they are on the card and are not used by this
// step, the step before or the step after (stage_steps.h).
PlacementId BlockSlots::next_to_evict(std::size_t step) {
  for (; finished_step_ + 2 <= step; ++finished_step_, finished_at_ = 0) {
    const std::span<const PlacementId> finished = steps_->ready(finished_step_);
    while (finished_at_ < finished.size()) {
      const PlacementId id = finished[finished_at_++];
      if (won_[index(id)] != kNoCardSlot) return id;
    }
  }
  do {
    assert(not_begun_ > 0);
    --not_begun_;
  } while (won_[index(steps_->all_begun()[not_begun_])] == kNoCardSlot);
  return steps_->all_begun()[not_begun_];
}

std::uint32_t BlockSlots::take(std::vector<std::uint32_t>& free) {
  assert(!free.empty());
  const std::uint32_t slot = free.back();
  free.pop_back();
  return slot;
}

std::size_t copies_per_stage(std::size_t placements, std::span<const StageSteps> directions, std::size_t card_slots,
                             std::size_t host_slots) {
  const std::vector<std::uint8_t> all(placements, 1);
  BlockSlots slots(placements, card_slots, host_slots);
  slots.begin(directions.front());
  std::size_t copies = 0;
  // Each round of this loop is a stage. In the first two stages the slots are still filling. Then every pair of stages
  // copies the same blocks, so only the third and the fourth stage are counted.
  for (std::size_t stage = 0; stage < 4; ++stage) {
    const StageSteps& steps = directions[stage % directions.size()];
    slots.begin_stage(steps, all, all);
    for (std::size_t step = 0; step < steps.steps(); ++step) {
      slots.prepare(step);
      if (stage >= 2) copies += slots.in().size();
      if (step > 0) slots.finish(step - 1);
    }
    slots.finish(steps.steps() - 1);
  }
  return copies / 2;
}

}  // namespace uisge

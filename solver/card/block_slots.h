// Decides where the blocks of each placement lie during the stages of an exact solve: in a slot of the card, or in a
// slot of main memory. A stage is done in steps (stage_steps.h).
//
// Lost blocks are only on the card. Won blocks are on the card while they are in use (stage_steps.h). Won blocks that
// are not in use are evicted to main memory when other blocks need their slots. Each stage visits every placement once;
// the next stage visits them in the opposite order. So the blocks that this stage needs last are the first that the
// next stage needs. Blocks with which the stage has finished are evicted first, in the order in which the stage
// finished with them. Once no finished block is left on the card, blocks that the stage has not begun to use are
// evicted, beginning with the block that the stage needs last. With this eviction order a stage copies as few blocks as
// possible.
//
// BlockSlots copies nothing itself, so a plan can use it to count the copies of a stage. Not thread-safe.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "solver/card/card_step.h"
#include "solver/card/stage_steps.h"

namespace uisge {

class BlockSlots {
 public:
  // The task to copy a placement's won blocks from a slot of the card to a slot of main memory, or back.
  struct Copy {
    PlacementId id;
    std::uint32_t on_card;
    std::uint32_t on_host;
    bool has_no_wins;  // then no bits are copied
  };

  // REQUIRES: the slots suffice for every stage (StageSteps::least_slots and slots_beside).
  BlockSlots(std::size_t placements, std::size_t card_slots, std::size_t host_slots);

  // Begins a solve: marks the won blocks of all placements as empty. Gives the card's slots to the won blocks that the
  // first stage reads earliest.
  void begin(const StageSteps& first_stage);
  // Begins a stage. For each placement, `makes_lost` has 1 if the stage makes the placement's lost blocks, else 0;
  // `needs_won` has 1 if the stage needs the placement's won blocks, else 0. The arguments must outlive the stage.
  void begin_stage(const StageSteps& steps, std::span<const std::uint8_t> makes_lost,
                   std::span<const std::uint8_t> needs_won);
  // Chooses the slots for the blocks of a step, and makes room for the blocks of the next step. REQUIRES: all steps up
  // to `step` - 2 are over.
  void prepare(std::size_t step);
  // The next three functions return the copies that prepare() has chosen.

  // The copies from the card to main memory that make room for in(). They must be complete before the copies of in()
  // begin.
  std::span<const Copy> out() const { return out_; }
  // The copies from main memory to the card. They must be complete before the step begins. The copied blocks also stay
  // in their slots of main memory until the copies of the next step begin.
  std::span<const Copy> in() const { return in_; }
  // The copies from the card to main memory that make room for the next step. They may run at the same time as the
  // copies of in(), and must be complete before the copies of the next step begin.
  std::span<const Copy> out_ahead() const { return out_ahead_; }
  // Drops the lost blocks that no later step needs. REQUIRES: the step is over.
  void finish(std::size_t step);
  void mark_won(PlacementId id) { has_no_wins_[index(id)] = false; }

  // Indexed by placement. An element is the placement's slot on the card, or kNoCardSlot.
  std::span<const std::uint32_t> won_slots() const { return won_; }
  std::span<const std::uint32_t> lost_slots() const { return lost_; }
  std::size_t kept() const { return kept_; }  // the number of placements whose lost blocks are on the card

 private:
  void make_room(std::size_t slots, std::size_t step, std::vector<Copy>& out);
  PlacementId next_to_evict(std::size_t step);
  bool makes_lost(PlacementId id) const { return makes_lost_[index(id)] != 0; }
  bool must_be_copied_in(PlacementId id) const { return needs_won_[index(id)] != 0 && won_[index(id)] == kNoCardSlot; }
  std::size_t need_of(std::size_t step) const;
  std::uint32_t take(std::vector<std::uint32_t>& free);

  std::size_t card_slots_;
  std::size_t host_slots_;
  std::vector<std::uint32_t> won_;
  std::vector<std::uint32_t> lost_;
  std::vector<std::uint32_t> on_host_;  // by placement: the slot of its won blocks in main memory, or kNoCardSlot
  std::vector<bool> has_no_wins_;
  std::vector<std::uint32_t> free_on_card_;
  std::vector<std::uint32_t> free_on_host_;
  std::size_t kept_ = 0;
  const StageSteps* steps_ = nullptr;
  std::span<const std::uint8_t> makes_lost_;
  std::span<const std::uint8_t> needs_won_;
  // next_to_evict() has tried all placements that steps before finished_step_ made ready, the first finished_at_ of
  // steps_->ready(finished_step_), and those of steps_->all_begun() from index not_begun_ to the end.
  std::size_t finished_step_ = 0;
  std::size_t finished_at_ = 0;
  std::size_t not_begun_ = 0;
  std::vector<Copy> out_;
  std::vector<Copy> in_;
  std::vector<Copy> out_ahead_;
};

// Returns how many placements have their won blocks copied to the card by a stage over all placements. Stages visit the
// placements in two directions; the number is the mean of both.
std::size_t copies_per_stage(std::size_t placements, std::span<const StageSteps> directions, std::size_t card_slots,
                             std::size_t host_slots);

}  // namespace uisge

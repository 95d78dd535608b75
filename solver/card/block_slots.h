// Decides where the blocks of each placement lie in the stages of an exact solve: in a slot of the card, or in one of
// main memory.
//
// Won blocks lie in one place at a time. While they are live (stage_steps.h) that is the card; otherwise they go to
// main memory when the card's slots are needed for others. Lost blocks are on the card alone. Passes go over the
// placements forwards and backwards in turns. So the won blocks that a pass was the first to need are the last that the
// next pass needs. They leave first; of those that the pass has yet to begin, the last leave first. Thus a stage copies
// least.
//
// It copies nothing, so a plan can count the copies of a stage by the engine's own decisions. Not thread-safe.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "solver/card/card_step.h"
#include "solver/card/stage_steps.h"

namespace uisge {

class BlockSlots {
 public:
  // The won blocks of a placement on their way between a slot of the card and one of main memory.
  struct Copy {
    PlacementId id;
    std::uint32_t on_card;
    std::uint32_t at_home;
    bool is_blank;  // nothing is won in them, so zeros can take their place
  };

  // REQUIRES: the slots are as many as all passes need (StageSteps).
  BlockSlots(std::size_t placements, std::size_t card_slots, std::size_t home_slots);

  // Puts the blocks that a pass needs first on the card. All are blank.
  void begin(const StageSteps& first_pass);
  // Begins a pass. It makes the lost blocks of the placements in `makes` and needs the won blocks of those in `needs`
  // (a number other than 0 for each placement). The arguments must outlive the pass.
  void begin_pass(const StageSteps& steps, std::span<const std::uint8_t> makes, std::span<const std::uint8_t> needs);
  // Chooses the slots of a step, and makes room for the step after it. REQUIRES: the steps before the last one are
  // over.
  void prepare(std::size_t step);
  // What prepare() has decided, in three parts. out(): copies that must be done before the copies of in() begin, and
  // before the step. out_ahead(): copies that may run beside those of in(), and must be done before the next step's.
  // The slots of main memory from which in() copies are not used again before the next step.
  std::span<const Copy> out() const { return out_; }
  std::span<const Copy> in() const { return in_; }
  std::span<const Copy> out_ahead() const { return out_ahead_; }
  // Drops the lost blocks that nothing needs after the step. REQUIRES: the step is over.
  void finish(std::size_t step);
  void mark_won(PlacementId id) { is_blank_[index(id)] = false; }

  // By placement: the slot on the card, or kNoCardSlot.
  std::span<const std::uint32_t> won_slots() const { return won_; }
  std::span<const std::uint32_t> lost_slots() const { return lost_; }
  std::size_t kept() const { return kept_; }  // placements whose lost blocks are kept

 private:
  void make_room(std::size_t slots, std::size_t step, std::vector<Copy>& out);
  PlacementId next_to_leave(std::size_t step);
  bool makes(PlacementId id) const { return makes_[index(id)] != 0; }
  bool must_come(PlacementId id) const { return needs_[index(id)] != 0 && won_[index(id)] == kNoCardSlot; }
  std::size_t need_of(std::size_t step) const;
  std::uint32_t take(std::vector<std::uint32_t>& free);

  std::size_t card_slots_;
  std::size_t home_slots_;
  std::vector<std::uint32_t> won_;
  std::vector<std::uint32_t> lost_;
  std::vector<std::uint32_t> home_;  // by placement: the slot of main memory, if its won blocks are there
  std::vector<bool> is_blank_;
  std::vector<std::uint32_t> free_on_card_;
  std::vector<std::uint32_t> free_at_home_;
  std::size_t kept_ = 0;
  // The pass.
  const StageSteps* steps_ = nullptr;
  std::span<const std::uint8_t> makes_;
  std::span<const std::uint8_t> needs_;
  std::size_t finished_step_ = 0;  // where to look for the next finished placement that can leave
  std::size_t finished_at_ = 0;
  std::size_t not_begun_ = 0;  // the end of those that can leave, among all that are to begin
  std::vector<Copy> out_;
  std::vector<Copy> in_;
  std::vector<Copy> out_ahead_;
};

// The placements whose won blocks a pass over everything copies to the card: the mean of a pass forwards and one
// backwards.
std::size_t copies_per_pass(std::size_t placements, std::span<const StageSteps> passes, std::size_t card_slots,
                            std::size_t home_slots);

}  // namespace uisge

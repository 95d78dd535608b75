// The blocks of an exact solve on a card: won and lost blocks in slots of the card's memory, and won blocks in pinned
// memory of the host (block_slots.h).
//
// A step is the work on one batch of placements (stage_steps.h). The copies for a step run at the same time as the
// kernels of the previous step. Not thread-safe.
#pragma once

#include <span>

#include "solver/blocks/plane.h"
#include "solver/card/block_slots.h"
#include "solver/card/card.h"

namespace uisge {

class CardBlocks {
 public:
  static Result<CardBlocks> make(const Card& card, std::size_t placements, int pieces, std::size_t card_slots,
                                 std::size_t host_slots);

  BlockSlots& slots() { return slots_; }
  const BlockSlots& slots() const { return slots_; }
  CardAddress address() const { return memory_.address(); }
  std::uint64_t bytes_per_placement() const { return bytes_; }
  CardAddress won_address(PlacementId id) const { return address() + slots_.won_slots()[index(id)] * bytes_; }

  // Clears all blocks. REQUIRES: no step is running.
  Result<void> begin(const StageSteps& first_stage);
  // Begins the copies for a step. Copies to the card are put into the stream incoming(). REQUIRES: as for
  // BlockSlots::prepare().
  Result<void> prepare(std::size_t step);
  // The CUDA stream that copies blocks to the card. The kernels of a step wait for this stream.
  CardStream& incoming() { return in_; }

  std::uint64_t bytes_in() const { return bytes_in_; }
  std::uint64_t bytes_out() const { return bytes_out_; }

 private:
  CardBlocks(std::size_t placements, int pieces, std::size_t card_slots, std::size_t host_slots)
      : bytes_(Plane::bytes_for(1, pieces)), slots_(placements, card_slots, host_slots) {}
  CardAddress on_card(std::uint32_t slot) const { return address() + slot * bytes_; }
  std::byte* on_host(std::uint32_t slot) const { return host_memory_.data() + slot * bytes_; }
  Result<void> send_to_host(std::span<const BlockSlots::Copy> copies);

  std::uint64_t bytes_;
  BlockSlots slots_;
  CardMemory memory_;
  PinnedMemory host_memory_;
  CardStream in_;
  CardStream out_;
  CardEvent came_in_;
  CardEvent sent_to_host_;
  std::uint64_t bytes_in_ = 0;
  std::uint64_t bytes_out_ = 0;
};

}  // namespace uisge

#include "solver/card/card_blocks.h"

namespace uisge {

Result<CardBlocks> CardBlocks::make(const Card& card, std::size_t placements, int pieces, std::size_t card_slots,
                                    std::size_t host_slots) {
  CardBlocks blocks(placements, pieces, card_slots, host_slots);
  blocks.memory_ = UISGE_TRY(card.allocate(card_slots * blocks.bytes_));
  if (host_slots != 0) blocks.host_memory_ = UISGE_TRY(card.allocate_pinned(host_slots * blocks.bytes_));
  for (CardStream* const stream : {&blocks.in_, &blocks.out_}) *stream = UISGE_TRY(card.make_stream());
  for (CardEvent* const event : {&blocks.came_in_, &blocks.sent_to_host_}) *event = UISGE_TRY(card.make_event());
  return blocks;
}

Result<void> CardBlocks::begin(const StageSteps& first_stage) {
  slots_.begin(first_stage);
  UISGE_TRY(out_.synchronize());
  UISGE_TRY(in_.fill_with_zeros(address(), memory_.bytes()));
  return in_.synchronize();
}

Result<void> CardBlocks::prepare(std::size_t step) {
  slots_.prepare(step);
  // The copies to the host could overwrite host slots that the previous step is still copying to the card. So the
  // copies to the host wait until the previous step's copies to the card are done.
  UISGE_TRY(out_.wait_for(came_in_));
  UISGE_TRY(send_to_host(slots_.out()));
  UISGE_TRY(out_.record(sent_to_host_));
  UISGE_TRY(in_.wait_for(sent_to_host_));
  for (const BlockSlots::Copy& copy : slots_.in()) {
    if (copy.has_no_wins) {
      UISGE_TRY(in_.fill_with_zeros(on_card(copy.on_card), bytes_));
      continue;
    }
    UISGE_TRY(in_.copy_in(on_card(copy.on_card), on_host(copy.on_host), bytes_));
    bytes_in_ += bytes_;
  }
  UISGE_TRY(in_.record(came_in_));
  return send_to_host(slots_.out_ahead());
}

Result<void> CardBlocks::send_to_host(std::span<const BlockSlots::Copy> copies) {
  for (const BlockSlots::Copy& copy : copies) {
    if (copy.has_no_wins) continue;
    UISGE_TRY(out_.copy_out(on_host(copy.on_host), on_card(copy.on_card), bytes_));
    bytes_out_ += bytes_;
  }
  return {};
}

}  // namespace uisge

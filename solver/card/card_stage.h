// Structures with the data of one step (stage_steps.h) of a stage on the card. The exact engine fills the structures,
// and its kernels read them.
//
// The structures are plain data with the same layout on the host and the card (card_step.h). The won blocks of a
// placement together take one slot of memory, and its lost blocks together take another slot of the same size.
#pragma once

#include <cstdint>

#include "solver/card/card_step.h"

namespace uisge {

// The greatest number of entries in a stage's list of new wins.
inline constexpr std::uint32_t kMostListedWins = 1 << 16;

// `step.sources` are the placements whose lost blocks a lose_stage kernel makes, or whose wins a win_stage kernel sets.
// In the exact engine each tile holds exactly one placement. `step.number` is the number of the stage, not of the step.
// If `step.since` is 0, every block is computed, and all of its losses count as new.
struct CardStage {
  CardStep step;
  const std::uint32_t* lost_slots;  // the slot of each placement's lost blocks; kNoCardSlot: they are not kept
  // Both are indexed by placement and colouring. `last_loss`: the last stage that found new losses in the block.
  // `lost_counts`: the number of the block's lost positions.
  std::uint16_t* last_loss;
  std::uint16_t* lost_counts;
  // Each source has an element in `found` and in `first`. `found`: the number of the source's new losses or wins.
  // `first`: 0 if the source has no new win, else kNoBit minus the number of the first new win's bit in the source's
  // blocks.
  std::uint32_t* found;
  std::uint32_t* first;
  std::uint32_t wins_stuck;  // not 0: the kernel also sets the wins of positions whose mover is stuck
  // The list of the stage's new wins, each in the form of CardQuestions::questions; null: the stage makes no list.
  // `listed` counts the new wins. Wins beyond kMostListedWins are counted, but are not on the list.
  std::uint64_t* wins;
  std::uint32_t* listed;
};

// Questions about noted positions. The first `lost_count` questions ask whether a position is newly lost, all other
// questions whether a position is won.
struct CardNotes {
  const std::uint8_t* blocks;
  const std::uint32_t* won_slots;
  const std::uint32_t* lost_slots;
  const std::uint16_t* last_loss;
  std::uint64_t bytes_per_placement;
  std::uint32_t bits_per_block;
  std::uint32_t blocks_per_placement;
  std::uint32_t count;
  std::uint32_t lost_count;
  const std::uint64_t* questions;  // as in CardQuestions
  std::uint8_t* answers;           // 0 or 1
  std::uint16_t stage;
};

// The number that stands for "no bit". Every bit of a placement's blocks has a smaller number.
inline constexpr std::uint32_t kNoBit = UINT32_MAX;

}  // namespace uisge

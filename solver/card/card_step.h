// What a step on the card works on: the structures that the engine fills and its kernels read.
//
// Plain data of the same layout on both sides. Pointers are addresses in the card's memory.
#pragma once

#include <cstdint>

namespace uisge {

inline constexpr std::uint32_t kStuckWins = 1;  // as StuckRule numbers them
inline constexpr std::uint32_t kStuckDraws = 2;
inline constexpr std::uint32_t kStuckPasses = 3;
inline constexpr std::uint8_t kJumpMove = 0;  // as MoveKind does
inline constexpr std::uint8_t kStepMove = 1;

// One move out of a placement (solver/placements/placement_table.h), or one into it, taken back: from the placement
// that it ends at to that which it begins at.
struct CardMove {
  std::uint64_t place;  // four bits per piece: its number in the target
  std::uint32_t target;
  std::uint8_t from_piece;    // the one that moves, before it does so or takes it back
  std::uint8_t kind;          // MoveKind
  std::uint8_t is_symmetric;  // the opponent's pieces change their order, too
  std::uint8_t unused;
};
static_assert(sizeof(CardMove) == 16);

struct CardPlacement {
  std::uint32_t first_move;  // they end where the next placement's begin
  std::uint32_t first_back;  // of the moves into it
  std::uint16_t jumpers;     // the pieces that can jump orthogonally, which every piece may
  std::uint16_t crowns;      // the pieces that have a move that only a crown may make
};
static_assert(sizeof(CardPlacement) == 12);

// By pieces a side: the blocks of a placement.
inline constexpr std::uint32_t kBlocksOfPlacement[] = {0, 2, 6, 20, 70, 252, 924};

// How a launch is divided: warps in a group, and blocks for a warp.
inline constexpr std::uint32_t kWarpsPerGroup = 8;
inline constexpr std::uint32_t kBlocksPerWarp = 4;
constexpr std::uint32_t warps_per_placement(int pieces) {
  return (kBlocksOfPlacement[pieces] + kBlocksPerWarp - 1) / kBlocksPerWarp;
}

// What never changes during a solve.
struct CardTables {
  const CardPlacement* placements;  // one more than there are
  const CardMove* moves;            // out of placements
  const CardMove* back_moves;       // into them
  const std::uint16_t* ranks;       // of colourings, by mask
  const std::uint16_t* masks;       // and back
};

// A step of the values engine: what some sources have lost, and what is won by that. Or what else kernels find of them.
struct CardStep {
  CardTables tables;
  std::uint8_t* plane;         // the won blocks of tiles, slot by slot
  const std::uint32_t* slots;  // of tiles that are on the card
  std::uint32_t placements_per_tile;
  std::uint32_t stuck_rule;  // StuckRule
  std::uint64_t bytes_per_placement;

  const std::uint32_t* sources;
  std::uint32_t source_count;
  std::uint8_t* lost;  // the lost blocks of the sources, by place among them; null: not wanted

  // By placement, then by colouring: the last step that won something in the block. A block is looked at if that is not
  // before `since` for one of its successors; all are if that is 0.
  std::uint16_t* changed;
  std::uint16_t since;
  std::uint16_t number;      // of this step
  std::uint32_t* newly_won;  // positions, by placement; added to
  std::uint32_t* counts;     // of live positions, by place among the sources: won and lost; null: not counted
  // The position whose value is wanted: what is found of it is set in two numbers, won and lost.
  std::uint32_t* start_found;
  std::uint8_t* start_block;      // its block, if it is on the card; or null
  std::uint32_t start_placement;  // none: the number of placements
  std::uint16_t start_rank;
  std::uint8_t start_row;
  std::uint8_t start_bit;
};

// Questions about single positions: whether they are known to be won.
struct CardQuestions {
  const std::uint8_t* plane;   // as CardStep has it
  const std::uint32_t* slots;  // of all tiles; kNoCardSlot: it is not on the card
  std::uint64_t bytes_per_placement;
  std::uint32_t placements_per_tile;
  std::uint32_t count;
  const std::uint64_t* questions;  // the placement's number in the upper half, the bit among its blocks' in the lower
  std::uint8_t* answers;           // 0 or 1; kNotOnCard
};

inline constexpr std::uint32_t kNoCardSlot = UINT32_MAX;
inline constexpr std::uint8_t kNotOnCard = 2;

}  // namespace uisge

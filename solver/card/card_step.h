// What a step on the card works on: the structures that the engine fills and its kernels read.
//
// Plain data of the same layout on both sides. Pointers are addresses in the card's memory.
#pragma once

#include <cstdint>

namespace uisge {

inline constexpr std::uint32_t kStuckDraws = 2;  // as StuckRule numbers them
inline constexpr std::uint32_t kStuckPasses = 3;
inline constexpr std::uint8_t kJumpMove = 0;  // as MoveKind does
inline constexpr std::uint8_t kStepMove = 1;

// One move out of a placement (solver/placements/placement_table.h).
struct CardMove {
  std::uint64_t place;  // four bits per piece: its number in the target; of the moving one, after the move
  std::uint32_t target;
  std::uint8_t from_piece;
  std::uint8_t kind;          // MoveKind
  std::uint8_t is_symmetric;  // the opponent's pieces change their order, too
  std::uint8_t unused;
};
static_assert(sizeof(CardMove) == 16);

struct CardPlacement {
  std::uint32_t first_move;  // they end where the next placement's begin
  std::uint16_t jumpers;     // the pieces that can jump orthogonally, which every piece may
  std::uint16_t crowns;      // the pieces that have a move that only a crown may make
};
static_assert(sizeof(CardPlacement) == 8);

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
  const CardMove* moves;
  const std::uint16_t* ranks;  // of colourings, by mask
  const std::uint16_t* masks;  // and back
};

inline constexpr std::uint32_t kNoLostBlocks = 0xffffffff;

// A step of the values engine: the lost blocks of some sources, and what their neighbours win by them. Or one half of
// it.
struct CardStep {
  CardTables tables;
  std::uint8_t* plane;         // the won blocks of tiles, slot by slot
  const std::uint32_t* slots;  // of tiles that are on the card
  std::uint32_t placements_per_tile;
  std::uint32_t stuck_rule;  // StuckRule
  std::uint64_t bytes_per_placement;

  std::uint8_t* lost;                // the lost blocks of the sources, by place among them
  const std::uint32_t* lost_places;  // by placement; kNoLostBlocks if it is no source
  const std::uint32_t* placements;   // those that this launch is for: sources or targets
  std::uint32_t placement_count;

  std::uint32_t* newly_won;  // positions, by placement; added to
  std::uint32_t* counts;     // of live positions, by place among the sources: won and lost; null: not counted
  // The position whose value is wanted: what is found of it is set in two numbers, won and lost.
  std::uint32_t* start_found;
  std::uint32_t start_placement;  // none: the number of placements
  std::uint16_t start_rank;
  std::uint8_t start_row;
  std::uint8_t start_bit;
};

}  // namespace uisge

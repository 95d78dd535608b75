// The data of a step on the card: structures that the engine fills and the kernels read.
//
// All structures are plain data with the same layout on the host and the card. Pointers are addresses in the card's
// memory.
#pragma once

#include <cstdint>

namespace uisge {

inline constexpr std::uint32_t kStuckWins = 1;  // equals StuckRule::kWins
inline constexpr std::uint32_t kStuckDraws = 2;
inline constexpr std::uint32_t kStuckPasses = 3;
inline constexpr std::uint8_t kJumpMove = 0;  // equals MoveKind::kJump
inline constexpr std::uint8_t kStepMove = 1;

// A move between placements (solver/placements/placement_table.h), as it is made or as it is taken back. A move that is
// taken back leads from the placement in which the move ends to the placement in which it began.
struct CardMove {
  std::uint64_t place;  // four bits per piece: its number in the target placement
  std::uint32_t target;
  std::uint8_t from_piece;    // the moving piece's number in the placement that this CardMove leads from
  std::uint8_t kind;          // MoveKind
  std::uint8_t is_symmetric;  // not 0: the opponent's pieces also get new numbers, by a symmetry
  std::uint8_t unused;
};
static_assert(sizeof(CardMove) == 16);

struct CardPlacement {
  std::uint32_t first_move;  // the index of the placement's first move; the next placement's moves follow
  std::uint32_t first_back;  // the index of its first entry in CardTables::back_moves
  std::uint16_t jumpers;     // the pieces that can jump orthogonally (blanks and crowns alike)
  std::uint16_t crowns;      // the pieces with a move that only a crown may make
};
static_assert(sizeof(CardPlacement) == 12);

// The number of a placement's blocks, indexed by pieces per side.
inline constexpr std::uint32_t kBlocksOfPlacement[] = {0, 2, 6, 20, 70, 252, 924};

// How a launch divides its work: warps per thread block (CUDA's groups of threads), and blocks of positions per warp.
inline constexpr std::uint32_t kWarpsPerGroup = 8;
inline constexpr std::uint32_t kBlocksPerWarp = 4;
constexpr std::uint32_t warps_per_placement(int pieces) {
  return (kBlocksOfPlacement[pieces] + kBlocksPerWarp - 1) / kBlocksPerWarp;
}

struct CardTables {
  const CardPlacement* placements;  // one entry per placement, and a last entry that ends the last placement's moves
  const CardMove* moves;            // the moves out of each placement
  const CardMove* back_moves;       // the moves into each placement, reversed (see CardMove)
  const std::uint16_t* ranks;       // the rank of each colouring, by its mask
  const std::uint16_t* masks;       // the mask of each colouring, by its rank
};

// A step of the values engine, which finds the lost positions of some placements (the sources) and sets the wins that
// follow from these losses. Kernels that only count positions or read blocks get a CardStep too.
struct CardStep {
  CardTables tables;
  std::uint8_t* plane;         // the won blocks; a slot has room for one tile
  const std::uint32_t* slots;  // the slot of each tile that is on the card
  std::uint32_t placements_per_tile;
  std::uint32_t stuck_rule;  // StuckRule
  std::uint64_t bytes_per_placement;

  const std::uint32_t* sources;
  std::uint32_t source_count;
  std::uint8_t* lost;  // the lost blocks of the sources, in their order; null: not kept

  // `last_win` has, for each placement and colouring, the number of the last step that found wins in the block. A warp
  // computes a block if this number is at least `since` for some successor of the block. If `since` is 0, every block
  // is computed.
  std::uint16_t* last_win;
  std::uint16_t since;
  std::uint16_t number;  // this step's number
  std::uint32_t* newly_won;
  std::uint32_t* counts;  // the won and lost live positions of each source; null: not counted
  // Two flags: kernels set the first when the start is found to be won, the second when it is found to be lost.
  std::uint32_t* start_found;
  std::uint8_t* start_block;      // the start's block; null if the block is not on the card
  std::uint32_t start_placement;  // the number of placements if no start is looked for
  std::uint16_t start_rank;
  std::uint8_t start_row;
  std::uint8_t start_bit;
};

// Asks whether single positions are known to be won.
struct CardQuestions {
  const std::uint8_t* plane;   // as in CardStep
  const std::uint32_t* slots;  // the slot of each tile; kNoCardSlot: the tile is not on the card
  std::uint64_t bytes_per_placement;
  std::uint32_t placements_per_tile;
  std::uint32_t count;
  // upper half: the placement's number; lower half: the bit's number in the placement's blocks
  const std::uint64_t* questions;
  std::uint8_t* answers;  // 0, 1 or kNotOnCard
};

inline constexpr std::uint32_t kNoCardSlot = UINT32_MAX;
inline constexpr std::uint8_t kNotOnCard = 2;

}  // namespace uisge

// The bit-matrix kernels: all operations of the engine on whole blocks.
//
// A move of one piece leads from all positions of a block to positions of one other block, the successor block. The
// player who moved is the opponent in the successor block, so the rows of that block are numbered by this player's
// crowns after the move. A kernel renumbers the rows by the player's crowns before the move, and combines them, by OR,
// with an accumulator. One transposition at the end turns the accumulator into a block. If a symmetry makes the
// successor canonical, the symmetry also changes the order of the opponent's pieces, which permutes the accumulator's
// columns. The transposition turns the columns into rows, and a permutation of the rows then puts the rows in order.
//
// The implementation is chosen at run time by instruction set; all implementations give the same bits. The functions
// are pure and thread-safe; blocks need no alignment.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/instruction_set.h"
#include "solver/kernel/block_shape.h"

namespace uisge {

// Row m of the result, for every m in `rows`, is row `order[m] ^ flip` of `source`.
struct Gather {
  const std::uint64_t* source;
  const std::uint8_t* order;  // kMaxRows bytes must be readable; only the first row_count(n) are used
  RowMask rows;
  std::uint8_t flip;
};

// A renumbering of rows, which many BlockGathers share: row m of the result, for every m in `rows`, is row `order[m]`
// of the source.
struct RowOrder {
  std::array<std::uint8_t, kMaxRows> order;  // only the first row_count(n) elements are used
  RowMask rows;
};
// One OR of a source block into an accumulator: the accumulator's number, the block's number in BlockMove::sources, and
// the index of the row order in BlockMove::orders.
struct BlockGather {
  std::uint16_t accumulator;
  std::uint16_t source;
  std::uint16_t order;
};

// One move, for all colourings in which it can be made.
struct BlockMove {
  const std::uint64_t* sources;  // the blocks of the placement to which the move leads
  const RowOrder* orders;
  const BlockGather* gathers;
  std::size_t count;
};

// The results of all moves (BlockSweep) for consecutive blocks of one placement. Each pointer points to the words of
// the first block.
struct SweptBlocks {
  const std::uint64_t* accumulators;
  // The transposed results of the moves to a placement that is not canonical, so that a symmetry must be applied. Null
  // if there are no such moves. `accumulators` has the results of all other moves.
  const std::uint64_t* others;
  const std::uint64_t* won;   // the won positions of earlier phases
  const std::uint64_t* lost;  // the lost positions of earlier phases
};

struct Kernel {
  std::string_view name;
  // For every element of `gathers` and each of its rows m: accumulator[m] |= source[order[m] ^ flip].
  void (*or_rows)(std::uint64_t* accumulator, const Gather* gathers, std::size_t count);
  // For every BlockGather of the move and each row m of its RowOrder: accumulators[accumulator][m] |=
  // sources[source][order[m]] ^ invert. `invert` is a word of zeros or of ones. Also prefetches the source blocks of
  // `next`; `next` is empty if no move follows.
  void (*or_blocks)(std::uint64_t* accumulators, const BlockMove& move, const BlockMove& next, std::uint64_t invert);
  // out[column][row] = in[row][column]. REQUIRES: in != out.
  void (*transpose)(const std::uint64_t* in, std::uint64_t* out);
  // new_blocks[b] = live & ~(won[b] | lost[b]) & ((transpose(accumulators[b]) | others[b]) ^ invert) for the first
  // `count` blocks, where `live` has a bit set for each live position of a block. Writes the indices b of the new
  // blocks that are not empty to `touched`, in ascending order, and returns their number. REQUIRES: `new_blocks` has
  // room for `count` blocks, `touched` for `count` numbers.
  unsigned (*take_new)(const SweptBlocks& swept, unsigned count, std::uint64_t invert, std::uint64_t* new_blocks,
                       std::uint16_t* touched);
  // blocks[b] |= new_blocks[b] for the first `count` numbers b in `touched`. Changes nothing if `blocks` is null.
  // Returns the number of set bits in these `count` blocks of new_blocks.
  std::uint32_t (*merge)(const std::uint64_t* new_blocks, const std::uint16_t* touched, std::size_t count,
                         std::uint64_t* blocks);
  // Writes the indices of the positions whose bits are set in the block, in ascending order, and returns their number.
  // REQUIRES: `indices` has room for kMaxListed numbers. The function may write to all kMaxListed elements, also beyond
  // the last index.
  unsigned (*list)(const std::uint64_t* block, std::uint16_t* indices);
  // Packs lines of eight words. For each line the function writes a word that tells which bytes of the line are not
  // zero, and then these bytes. Returns the number of bytes written. REQUIRES: `packed` has room for
  // most_packed_bytes(lines) bytes. The function may overwrite all of that room, also behind the packed bytes.
  std::size_t (*pack)(const std::uint64_t* words, std::size_t lines, std::byte* packed);
  // The inverse of pack: returns how many bytes were read, or kNotPacked if the bytes end too early.
  std::size_t (*unpack)(const std::byte* packed, std::size_t bytes, std::uint64_t* words, std::size_t lines);
};
inline constexpr std::size_t kNotPacked = ~std::size_t{0};
constexpr std::size_t most_packed_bytes(std::size_t lines) {
  return lines * (sizeof(std::uint64_t) + 64) + 64;
}
inline constexpr std::size_t kMaxListed = 64 * kMaxBlockWords + 32;

// REQUIRES: is_supported(set), 1 <= pieces <= 6.
const Kernel& kernel(InstructionSet set, int pieces);

}  // namespace uisge

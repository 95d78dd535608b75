// The loops of a kernel whose blocks are a few vector registers. One template serves all instruction sets and numbers
// of pieces. A shape S defines what differs between instruction sets and numbers of pieces. S derives from
// BlockInRegisters and must be local to the file that uses S:
//
//   S::kPieces, S::kParts       a block is kParts registers
//   S::Part, S::Block           one register, with the compiler's operators & | ^ ~; and { Part part[kParts]; }
//   S::load, S::store           a part, at words of any alignment
//   S::take(block, order, flip, p)   part p of a block whose row m is row (order[m] ^ flip) of `block`
//   S::or_where(old, taken, invert, rows, p)   part p: old | (taken ^ invert) in the rows of `rows`, else old
//   S::transpose(in, out)       transposes a block
//   S::broadcast(word), S::any(part)   the word in every lane; whether any bit is set
#pragma once

#include "solver/kernel/kernel.h"

namespace uisge {

// The base class of a shape S (see above), whose blocks of N pieces a side lie in registers of type R. R must have the
// members Part, load, store, broadcast and any.
template <int N, class R>
struct BlockInRegisters : R {
  static constexpr int kPieces = N;
  static constexpr std::size_t kParts = block_bytes(N) / sizeof(typename R::Part);
  struct Block {
    typename R::Part part[kParts];
  };
};

template <class S>
struct VectorLoops {
  using Part = typename S::Part;
  using Block = typename S::Block;
  static constexpr std::size_t kWords = block_words(S::kPieces);
  static constexpr std::size_t kPartWords = kWords / S::kParts;

  // The pragma unrolls the loops in load() and store(). Without the pragma, GCC treats these loops as copies of memory
  // and splits the registers.
  static Block load(const std::uint64_t* words) {
    Block block;
#pragma GCC unroll 8
    for (std::size_t p = 0; p < S::kParts; ++p) block.part[p] = S::load(words + p * kPartWords);
    return block;
  }
  static void store(std::uint64_t* words, const Block& block) {
#pragma GCC unroll 8
    for (std::size_t p = 0; p < S::kParts; ++p) S::store(words + p * kPartWords, block.part[p]);
  }

  static void or_rows(std::uint64_t* accumulator, const Gather* gathers, std::size_t count) {
    Block result = load(accumulator);
    for (const Gather* gather = gathers; gather != gathers + count; ++gather) {
      const Block source = load(gather->source);
      for (std::size_t p = 0; p < S::kParts; ++p) {
        const Part taken = S::take(source, gather->order, gather->flip, p);
        result.part[p] = S::or_where(result.part[p], taken, S::broadcast(0), gather->rows, p);
      }
    }
    store(accumulator, result);
  }

  static void or_blocks(std::uint64_t* accumulators, const BlockMove& move, const BlockMove& next,
                        std::uint64_t invert) {
    const Part complement = S::broadcast(invert);
    // If blocks are large, first prefetches one cache line of each block. Translating the address of a block takes as
    // long as loading its words, and the processor can translate many addresses at a time.
    if constexpr (kWords > 16) {
      for (std::size_t i = 0; i < next.count; ++i) __builtin_prefetch(next_block(next, i));
    }
    for (std::size_t i = 0; i < move.count; ++i) {
      const BlockGather gather = move.gathers[i];
      if (i < next.count) prefetch<S::kPieces>(next_block(next, i));
      std::uint64_t* const accumulator = accumulators + gather.accumulator * kWords;
      const RowOrder& order = move.orders[gather.order];
      const Block source = load(move.sources + gather.source * kWords);
      for (std::size_t p = 0; p < S::kParts; ++p) {
        std::uint64_t* const words = accumulator + p * kPartWords;
        const Part taken = S::take(source, order.order.data(), 0, p);
        S::store(words, S::or_where(S::load(words), taken, complement, order.rows, p));
      }
    }
    for (std::size_t i = move.count; i < next.count; ++i) prefetch<S::kPieces>(next_block(next, i));
  }

  static const std::uint64_t* next_block(const BlockMove& next, std::size_t i) {
    return next.sources + next.gathers[i].source * kWords;
  }

  static void transpose(const std::uint64_t* in, std::uint64_t* out) {
    const Block block = load(in);
    Block turned;
    S::transpose(block, turned);
    store(out, turned);
  }

  static unsigned take_new(const SweptBlocks& swept, unsigned count, std::uint64_t invert, std::uint64_t* new_blocks,
                           std::uint16_t* touched) {
    static constexpr auto kLive = live_words<S::kPieces>();
    const Part complement = S::broadcast(invert);
    unsigned found = 0;
    for (unsigned b = 0; b < count; ++b) {
      const Block block = load(swept.accumulators + b * kWords);
      Block turned;
      S::transpose(block, turned);
      Part any = S::broadcast(0);
      for (std::size_t p = 0; p < S::kParts; ++p) {
        const std::size_t at = b * kWords + p * kPartWords;
        Part reached = turned.part[p];
        if (swept.others != nullptr) reached |= S::load(swept.others + at);
        const Part decided = S::load(swept.won + at) | S::load(swept.lost + at);
        const Part fresh = (reached ^ complement) & S::load(kLive.data() + p * kPartWords) & ~decided;
        S::store(new_blocks + at, fresh);
        any |= fresh;
      }
      touched[found] = static_cast<std::uint16_t>(b);
      found += S::any(any) ? 1U : 0U;
    }
    return found;
  }
};

}  // namespace uisge

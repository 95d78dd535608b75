#include <cstring>

#include "core/bits.h"
#include "solver/kernel/kernel_table.h"

namespace uisge {

namespace {

template <int N>
struct Portable {
  static constexpr int kRows = row_count(N);
  // Blocks of one and two pieces are padded to a 64-bit word, so some of their rows are unused.
  static constexpr std::size_t kStored = block_bytes(N) / sizeof(Row<N>);
  struct Rows {
    Row<N> row[kStored];
  };
  static_assert(sizeof(Rows) == block_bytes(N));
  static constexpr auto kLive = live_words<N>();

  static Rows load(const std::uint64_t* words) {
    Rows rows;
    std::memcpy(&rows, words, sizeof(rows));
    return rows;
  }
  static void store(const Rows& rows, std::uint64_t* words) { std::memcpy(words, &rows, sizeof(rows)); }

  static void or_rows(std::uint64_t* accumulator, const Gather* gathers, std::size_t count) {
    Rows result = load(accumulator);
    for (const Gather* gather = gathers; gather != gathers + count; ++gather) {
      const Rows source = load(gather->source);
      for (int m = 0; m < kRows; ++m) {
        const auto mask = static_cast<Row<N>>(-static_cast<std::int64_t>(gather->rows >> m & 1));
        result.row[m] = result.row[m] | (source.row[gather->order[m] ^ gather->flip] & mask);
      }
    }
    store(result, accumulator);
  }

  static void or_blocks(std::uint64_t* accumulators, const BlockMove& move, const BlockMove& next,
                        std::uint64_t invert) {
    for (std::size_t i = 0; i < move.count; ++i) {
      const BlockGather gather = move.gathers[i];
      if (i < next.count) prefetch<N>(next.sources + next.gathers[i].source * block_words(N));
      std::uint64_t* const accumulator = accumulators + gather.accumulator * block_words(N);
      const RowOrder& order = move.orders[gather.order];
      const Rows source = load(move.sources + gather.source * block_words(N));
      Rows result = load(accumulator);
      for (unsigned m = 0; m < kRows; ++m) {
        const auto mask = static_cast<Row<N>>(-static_cast<std::int64_t>(order.rows >> m & 1));
        const auto row = static_cast<Row<N>>(source.row[order.order[m]] ^ invert);
        result.row[m] = result.row[m] | (row & mask);
      }
      store(result, accumulator);
    }
    for (std::size_t i = move.count; i < next.count; ++i) {
      prefetch<N>(next.sources + next.gathers[i].source * block_words(N));
    }
  }

  // Recursive halving (Warren, Hacker's Delight, 7-3): divides the matrix into submatrices of 2 * half rows and
  // columns, and exchanges the two off-diagonal quarters of each.
  static void transpose(const std::uint64_t* in, std::uint64_t* out) {
    Rows rows = load(in);
    constexpr int kSize = kRows;
    Row<N> mask = static_cast<Row<N>>(~Row<N>{0});
    if constexpr (N < 3) mask = static_cast<Row<N>>((1 << kSize) - 1);
    for (int half = kSize / 2; half != 0; half /= 2) {
      mask = static_cast<Row<N>>(mask ^ (mask << half));
      if constexpr (N < 3) mask = static_cast<Row<N>>(mask & ((1 << kSize) - 1));
      for (int top = 0; top < kSize; top = (top + half + 1) & ~half) {
        const auto swap = static_cast<Row<N>>(((rows.row[top] >> half) ^ rows.row[top + half]) & mask);
        rows.row[top] ^= static_cast<Row<N>>(swap << half);
        rows.row[top + half] ^= swap;
      }
    }
    store(rows, out);
  }

  static unsigned take_new(const SweptBlocks& swept, unsigned count, std::uint64_t invert, std::uint64_t* new_blocks,
                           std::uint16_t* touched) {
    constexpr std::size_t kWords = block_words(N);
    unsigned found = 0;
    for (unsigned b = 0; b < count; ++b) {
      const std::size_t at = b * kWords;
      std::uint64_t turned[kWords];
      transpose(swept.accumulators + at, turned);
      std::uint64_t any = 0;
      for (std::size_t w = 0; w < kWords; ++w) {
        const std::uint64_t undecided = kLive[w] & ~(swept.won[at + w] | swept.lost[at + w]);
        const std::uint64_t other = swept.others == nullptr ? 0 : swept.others[at + w];
        any |= new_blocks[at + w] = undecided & ((turned[w] | other) ^ invert);
      }
      touched[found] = static_cast<std::uint16_t>(b);
      found += any != 0 ? 1U : 0U;
    }
    return found;
  }

  static std::uint32_t merge(const std::uint64_t* new_blocks, const std::uint16_t* touched, std::size_t count,
                             std::uint64_t* blocks) {
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t at = touched[i] * block_words(N);
      for (std::size_t w = at; w < at + block_words(N); ++w) bits += bit_count(new_blocks[w]);
      if (blocks == nullptr) continue;
      for (std::size_t w = at; w < at + block_words(N); ++w) blocks[w] |= new_blocks[w];
    }
    return bits;
  }

  static unsigned list(const std::uint64_t* block, std::uint16_t* indices) {
    unsigned count = 0;
    for (unsigned word = 0; word < block_words(N); ++word) {
      for (std::uint64_t rest = block[word]; rest != 0; rest &= rest - 1) {
        const unsigned bit = word * 64 + lowest_bit(rest);
        indices[count++] = static_cast<std::uint16_t>(index_of_bit<N>(bit));
      }
    }
    return count;
  }

  static std::size_t pack(const std::uint64_t* words, std::size_t lines, std::byte* packed) {
    std::byte* out = packed;
    for (std::size_t line = 0; line < lines; ++line) {
      std::byte* const place = out;
      out += sizeof(std::uint64_t);
      std::uint64_t there = 0;
      for (std::size_t b = 0; b < 64; ++b) {
        const auto byte = static_cast<std::byte>(words[8 * line + b / 8] >> (8 * (b % 8)));
        *out = byte;  // no branch: if the byte is zero, the next byte overwrites it
        const bool is_there = byte != std::byte{0};
        there |= std::uint64_t{is_there} << b;
        out += is_there ? 1 : 0;
      }
      std::memcpy(place, &there, sizeof(there));
    }
    return static_cast<std::size_t>(out - packed);
  }

  static std::size_t unpack(const std::byte* packed, std::size_t bytes, std::uint64_t* words, std::size_t lines) {
    std::size_t at = 0;
    for (std::size_t line = 0; line < lines; ++line) {
      std::uint64_t there = 0;
      if (bytes - at < sizeof(there)) return kNotPacked;
      std::memcpy(&there, packed + at, sizeof(there));
      at += sizeof(there);
      if (bytes - at < bit_count(there)) return kNotPacked;
      for (std::size_t w = 0; w < 8; ++w) {
        std::uint64_t word = 0;
        for (std::uint64_t rest = there >> (8 * w) & 0xFF; rest != 0; rest &= rest - 1) {
          word |= static_cast<std::uint64_t>(packed[at++]) << (8 * lowest_bit(rest));
        }
        words[8 * line + w] = word;
      }
    }
    return at;
  }

  static constexpr Kernel kKernel{"portable", or_rows, or_blocks, transpose, take_new, merge, list, pack, unpack};
};

}  // namespace

const Kernel& portable_kernel(int pieces) {
  static constexpr const Kernel* kKernels[] = {&Portable<1>::kKernel, &Portable<2>::kKernel, &Portable<3>::kKernel,
                                               &Portable<4>::kKernel, &Portable<5>::kKernel, &Portable<6>::kKernel};
  return *kKernels[pieces - 1];
}

}  // namespace uisge

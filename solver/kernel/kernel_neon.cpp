// Kernels for NEON, which every 64-bit ARM processor has.
//
// A block takes two 16-byte registers with four pieces a side, eight with five, and thirty-two with six. With four and
// five pieces the rows are renumbered by looking up their bytes in up to four registers at once (TBL). Blocks are
// transposed by recursive halving (Warren, Hacker's Delight, 7-3). Each halving exchanges two quarters of a matrix. If
// a quarter has at least eight columns, the quarters are exchanged with one instruction per register: TRN, which
// transposes pairs of elements. If a quarter has four columns, shifts that insert (SLI, SRI) exchange the quarters.
#include <arm_neon.h>

#include <cstring>

#include "solver/kernel/kernel_table.h"
#include "solver/kernel/vector_loops.h"

namespace uisge {

namespace {

struct NeonRegister {
  using Part = uint64x2_t;
  static Part load(const std::uint64_t* words) { return vld1q_u64(words); }
  static void store(std::uint64_t* words, Part part) { vst1q_u64(words, part); }
  static Part broadcast(std::uint64_t word) { return vdupq_n_u64(word); }
  static bool any(Part part) { return vmaxvq_u32(vreinterpretq_u32_u64(part)) != 0; }
};
using Part = NeonRegister::Part;

inline uint8x16_t as_bytes(Part part) {
  return vreinterpretq_u8_u64(part);
}
inline Part as_part(uint8x16_t bytes) {
  return vreinterpretq_u64_u8(bytes);
}

// Transposes each of the 2x2 matrices that two registers hold side by side. An element has kBits bits.
template <int kBits>
void turn_pairs(Part& a, Part& b) {
  const Part first = a;
  if constexpr (kBits == 64) {
    a = vtrn1q_u64(first, b);
    b = vtrn2q_u64(first, b);
  } else if constexpr (kBits == 32) {
    const auto x = vreinterpretq_u32_u64(first);
    const auto y = vreinterpretq_u32_u64(b);
    a = vreinterpretq_u64_u32(vtrn1q_u32(x, y));
    b = vreinterpretq_u64_u32(vtrn2q_u32(x, y));
  } else if constexpr (kBits == 16) {
    const auto x = vreinterpretq_u16_u64(first);
    const auto y = vreinterpretq_u16_u64(b);
    a = vreinterpretq_u64_u16(vtrn1q_u16(x, y));
    b = vreinterpretq_u64_u16(vtrn2q_u16(x, y));
  } else {
    static_assert(kBits == 8);
    const auto x = as_bytes(first);
    const auto y = as_bytes(b);
    a = as_part(vtrn1q_u8(x, y));
    b = as_part(vtrn2q_u8(x, y));
  }
}

// The bit matrix is divided into squares of 2 * kHalf rows and columns. Exchanges the upper right quarter of each
// square with the lower left quarter. `upper` has rows of the squares' upper halves; `lower` has the rows that are
// kHalf further down.
template <int kHalf>
void exchange(Part& upper, Part& lower) {
  if constexpr (kHalf >= 8) {
    turn_pairs<kHalf>(upper, lower);
  } else {
    const uint8x16_t u = as_bytes(upper);
    const uint8x16_t l = as_bytes(lower);
    if constexpr (kHalf == 4) {
      upper = as_part(vsliq_n_u8(u, l, 4));
      lower = as_part(vsriq_n_u8(l, u, 4));
    } else {
      const uint8x16_t left = vdupq_n_u8(kHalf == 2 ? 0x33 : 0x55);
      upper = as_part(vbslq_u8(left, u, vshlq_n_u8(l, kHalf)));
      lower = as_part(vbslq_u8(left, vshrq_n_u8(u, kHalf), l));
    }
  }
}

// Calls exchange() for all pairs of registers of a block that hold rows kHalf apart. The registers of a pair are
// kDistance apart.
template <int kHalf, std::size_t kDistance, std::size_t kCount>
void exchange_registers(Part (&parts)[kCount]) {
#pragma GCC unroll 8
  for (std::size_t p = 0; p < kCount; ++p) {
    if ((p & kDistance) == 0) exchange<kHalf>(parts[p], parts[p + kDistance]);
  }
}

// Runs the last stages of a transposition, which exchange bits of rows that lie in the same register. exchange() needs
// the two rows in different registers. So each stage works on two neighbouring registers: it moves rows that are kHalf
// apart to different registers, and then calls exchange(). Each further stage does the same with rows that are half as
// far apart. At the end `a` has the even rows of both registers, and `b` has the odd rows.
template <int kRowBits, int kHalf>
void exchange_rows(Part& a, Part& b) {
  turn_pairs<kHalf * kRowBits>(a, b);
  exchange<kHalf>(a, b);
  if constexpr (kHalf > 1) exchange_rows<kRowBits, kHalf / 2>(a, b);
}

// 16 rows of 16 bits.
struct Four : BlockInRegisters<4, NeonRegister> {
  static Part take(const Block& block, const std::uint8_t* order, std::uint8_t flip, std::size_t part) {
    const uint8x8_t row = vld1_u8(order + 8 * part) ^ vdup_n_u8(flip);
    // Row r of the block has the bytes 2 r and 2 r + 1.
    const uint16x8_t first = vshll_n_u8(row, 1);
    const uint16x8_t both = vsliq_n_u16(first, first, 8) | vdupq_n_u16(0x0100);
    const uint8x16x2_t bytes{{as_bytes(block.part[0]), as_bytes(block.part[1])}};
    return as_part(vqtbl2q_u8(bytes, vreinterpretq_u8_u16(both)));
  }
  static Part or_where(Part old, Part taken, Part invert, RowMask rows, std::size_t part) {
    static constexpr std::uint16_t kBits[] = {1, 2, 4, 8, 16, 32, 64, 128};
    const uint16x8_t there = vtstq_u16(vdupq_n_u16(static_cast<std::uint16_t>(rows >> (8 * part))), vld1q_u16(kBits));
    return old | ((taken ^ invert) & vreinterpretq_u64_u16(there));
  }
  static void transpose(const Block& in, Block& out) {
    Part a = in.part[0];
    Part b = in.part[1];
    exchange<8>(a, b);
    exchange_rows<16, 4>(a, b);
    const auto even = vreinterpretq_u16_u64(a);
    const auto odd = vreinterpretq_u16_u64(b);
    out.part[0] = vreinterpretq_u64_u16(vzip1q_u16(even, odd));
    out.part[1] = vreinterpretq_u64_u16(vzip2q_u16(even, odd));
  }
};

// A block is eight registers. A register has four rows of 32 bits.
struct Five : BlockInRegisters<5, NeonRegister> {
  static Part take(const Block& block, const std::uint8_t* order, std::uint8_t flip, std::size_t part) {
    static constexpr std::uint8_t kFourOfEach[] = {0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3};
    static constexpr std::uint8_t kByte[] = {0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3};
    std::uint32_t numbers;
    std::memcpy(&numbers, order + 4 * part, sizeof(numbers));
    const uint8x16_t row = vqtbl1q_u8(vreinterpretq_u8_u32(vdupq_n_u32(numbers)), vld1q_u8(kFourOfEach));
    // Row r of the block has the bytes 4 r to 4 r + 3.
    const uint8x16_t from = vshlq_n_u8(row ^ vdupq_n_u8(flip), 2) | vld1q_u8(kByte);
    // A look-up covers four registers, half of a block. The first look-up gives zero for bytes of the other half, and
    // the second look-up replaces only these zeros.
    const uint8x16_t of_first = vqtbl4q_u8(table(block, 0), from);
    return as_part(vqtbx4q_u8(of_first, table(block, 4), from ^ vdupq_n_u8(64)));
  }
  static Part or_where(Part old, Part taken, Part invert, RowMask rows, std::size_t part) {
    static constexpr std::uint32_t kBits[] = {1, 2, 4, 8};
    const uint32x4_t there = vtstq_u32(vdupq_n_u32(static_cast<std::uint32_t>(rows >> (4 * part))), vld1q_u32(kBits));
    return old | ((taken ^ invert) & vreinterpretq_u64_u32(there));
  }
  static void transpose(const Block& in, Block& out) {
    Block turned = in;
    exchange_registers<16, 4>(turned.part);
    exchange_registers<8, 2>(turned.part);
    exchange_registers<4, 1>(turned.part);
#pragma GCC unroll 4
    for (std::size_t p = 0; p < kParts; p += 2) {
      exchange_rows<32, 2>(turned.part[p], turned.part[p + 1]);
      const auto even = vreinterpretq_u32_u64(turned.part[p]);
      const auto odd = vreinterpretq_u32_u64(turned.part[p + 1]);
      out.part[p] = vreinterpretq_u64_u32(vzip1q_u32(even, odd));
      out.part[p + 1] = vreinterpretq_u64_u32(vzip2q_u32(even, odd));
    }
  }

 private:
  static uint8x16x4_t table(const Block& block, std::size_t first) {
    return {{as_bytes(block.part[first]), as_bytes(block.part[first + 1]), as_bytes(block.part[first + 2]),
             as_bytes(block.part[first + 3])}};
  }
};

// Blocks stay in the cache, not in registers. A register has two 64-bit rows, so one block would fill all thirty-two
// registers of the processor.
struct Six : BlockInRegisters<6, NeonRegister> {
  static Part take(const Block& block, const std::uint8_t* order, std::uint8_t flip, std::size_t part) {
    const auto* rows = reinterpret_cast<const std::uint64_t*>(block.part);
    const std::uint8_t* numbers = order + 2 * part;
    return vcombine_u64(vld1_u64(rows + (numbers[0] ^ flip)), vld1_u64(rows + (numbers[1] ^ flip)));
  }
  static Part or_where(Part old, Part taken, Part invert, RowMask rows, std::size_t part) {
    static constexpr std::uint64_t kBits[] = {1, 2};
    const uint64x2_t there = vtstq_u64(vdupq_n_u64(rows >> (2 * part)), vld1q_u64(kBits));
    return old | ((taken ^ invert) & there);
  }
  // A register holds two rows. Each round of the first loop loads eight registers, every fourth of the block, and
  // exchanges rows that are 32, 16 and 8 apart. Each round of the second loop loads four adjacent registers, and
  // exchanges nearer rows.
  static void transpose(const Block& in, Block& out) {
    for (std::size_t first = 0; first < 4; ++first) {
      Part parts[8];
#pragma GCC unroll 8
      for (std::size_t k = 0; k < 8; ++k) parts[k] = in.part[first + 4 * k];
      exchange_registers<32, 4>(parts);
      exchange_registers<16, 2>(parts);
      exchange_registers<8, 1>(parts);
#pragma GCC unroll 8
      for (std::size_t k = 0; k < 8; ++k) out.part[first + 4 * k] = parts[k];
    }
    for (std::size_t first = 0; first < kParts; first += 4) {
      Part parts[4];
#pragma GCC unroll 4
      for (std::size_t k = 0; k < 4; ++k) parts[k] = out.part[first + k];
      exchange_registers<4, 2>(parts);
      exchange_registers<2, 1>(parts);
#pragma GCC unroll 2
      for (std::size_t k = 0; k < 4; k += 2) {
        exchange_rows<64, 1>(parts[k], parts[k + 1]);
        out.part[first + k] = vzip1q_u64(parts[k], parts[k + 1]);
        out.part[first + k + 1] = vzip2q_u64(parts[k], parts[k + 1]);
      }
    }
  }
};

// Bits are counted per byte. The counts of a block are added in lanes of 16 bits, which are enough even for six pieces,
// and the sums of all blocks in lanes of 32 bits.
template <int N>
std::uint32_t merge(const std::uint64_t* new_blocks, const std::uint16_t* touched, std::size_t count,
                    std::uint64_t* blocks) {
  uint32x4_t bits = vdupq_n_u32(0);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t begin = touched[i] * block_words(N);
    uint16x8_t of_block = vdupq_n_u16(0);
    for (std::size_t at = begin; at < begin + block_words(N); at += 2) {
      const Part fresh = vld1q_u64(new_blocks + at);
      of_block = vpadalq_u8(of_block, vcntq_u8(as_bytes(fresh)));
      if (blocks != nullptr) vst1q_u64(blocks + at, vld1q_u64(blocks + at) | fresh);
    }
    bits = vpadalq_u16(bits, of_block);
  }
  return vaddvq_u32(bits);
}

template <class Shape>
const Kernel& shaped_kernel() {
  static const Kernel kKernel{"neon",
                              VectorLoops<Shape>::or_rows,
                              VectorLoops<Shape>::or_blocks,
                              VectorLoops<Shape>::transpose,
                              VectorLoops<Shape>::take_new,
                              merge<Shape::kPieces>,
                              portable_kernel(Shape::kPieces).list,
                              portable_kernel(Shape::kPieces).pack,
                              portable_kernel(Shape::kPieces).unpack};
  return kKernel;
}

}  // namespace

const Kernel& neon_kernel(int pieces) {
  if (pieces == 4) return shaped_kernel<Four>();
  if (pieces == 5) return shaped_kernel<Five>();
  if (pieces == 6) return shaped_kernel<Six>();
  return portable_kernel(pieces);
}

}  // namespace uisge

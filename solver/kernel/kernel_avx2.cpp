// Kernels for processors with AVX2: Haswell, Zen 1 and later.
//
// A block takes one 32-byte register with four pieces a side, four registers with five, and sixteen with six. With four
// or five pieces, rows get another order as follows: each register is shuffled, and each row is taken from one of the
// shuffled registers. Blocks of four and five pieces are transposed by gathering the bytes of eight columns and taking
// one bit of each byte at a time.
#include <immintrin.h>

#include "solver/kernel/kernel_table.h"
#include "solver/kernel/vector_loops.h"
#include "solver/kernel/ymm_register.h"

namespace uisge {

namespace {

// Joins four words that are still in registers to one wide register. Storing the words in memory and
// loading them together would be slower, since the load would wait for the stores.
inline __m256i joined(const std::uint64_t* words) {
  return _mm256_setr_epi64x(static_cast<long long>(words[0]), static_cast<long long>(words[1]),
                            static_cast<long long>(words[2]), static_cast<long long>(words[3]));
}

// A block fills one register. It has 16 rows of 16 bits.
struct Four : BlockInRegisters<4, YmmRegister> {
  static Part take(const Block& block, const std::uint8_t* order, std::uint8_t flip, std::size_t /*part*/) {
    const __m256i source = block.part[0];
    const __m128i numbers = _mm_loadu_si128(reinterpret_cast<const __m128i*>(order));
    const __m256i row = _mm256_cvtepu8_epi16(numbers ^ _mm_set1_epi8(static_cast<char>(flip)));
    // Row r consists of bytes 2 (r mod 8) and 2 (r mod 8) + 1 of the register's lower half if r < 8, else of its upper
    // half.
    const __m256i low = _mm256_slli_epi16(row & _mm256_set1_epi16(7), 1);
    const __m256i both = low | _mm256_slli_epi16(_mm256_add_epi16(low, _mm256_set1_epi16(1)), 8);
    const __m256i from_first = _mm256_shuffle_epi8(_mm256_permute2x128_si256(source, source, 0x00), both);
    const __m256i from_second = _mm256_shuffle_epi8(_mm256_permute2x128_si256(source, source, 0x11), both);
    return _mm256_blendv_epi8(from_first, from_second, _mm256_cmpgt_epi16(row, _mm256_set1_epi16(7)));
  }
  static Part or_where(Part old, Part taken, Part invert, RowMask rows, std::size_t /*part*/) {
    const __m256i bits = _mm256_setr_epi16(1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384,
                                           static_cast<short>(0x8000));
    const __m256i there = _mm256_cmpeq_epi16(_mm256_set1_epi16(static_cast<short>(rows)) & bits, bits);
    return old | ((taken ^ invert) & there);
  }
  static void transpose(const Block& in, Block& out) {
    const __m256i split = _mm256_setr_epi8(0, 2, 4, 6, 8, 10, 12, 14, 1, 3, 5, 7, 9, 11, 13, 15,  //
                                           0, 2, 4, 6, 8, 10, 12, 14, 1, 3, 5, 7, 9, 11, 13, 15);
    // The low half of `columns` has the first bytes of rows 0 to 15 (columns 0 to 7); the high half has their second
    // bytes (columns 8 to 15).
    const __m256i columns = _mm256_permute4x64_epi64(_mm256_shuffle_epi8(in.part[0], split), 0b11'01'10'00);
    std::uint64_t rows[4] = {0, 0, 0, 0};
    __m256i shifted = columns;
    for (int k = 7; k >= 0; --k) {
      const auto bits = static_cast<std::uint32_t>(_mm256_movemask_epi8(shifted));
      rows[k / 4] |= std::uint64_t{bits & 0xFFFF} << (k % 4 * 16);
      rows[2 + k / 4] |= std::uint64_t{bits >> 16} << (k % 4 * 16);
      shifted = _mm256_slli_epi64(shifted, 1);
    }
    out.part[0] = joined(rows);
  }
};

// A block fills four registers. A register has eight rows of 32 bits.
struct Five : BlockInRegisters<5, YmmRegister> {
  // Permutes each of the four registers. For each row to be taken, the upper bits of its number choose one of the four
  // permuted registers.
  static Part take(const Block& block, const std::uint8_t* order, std::uint8_t flip, std::size_t part) {
    const __m128i numbers = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(order + 8 * part));
    const __m256i row = _mm256_cvtepu8_epi32(numbers) ^ _mm256_set1_epi32(flip);
    const __m256 a = _mm256_castsi256_ps(_mm256_permutevar8x32_epi32(block.part[0], row));
    const __m256 b = _mm256_castsi256_ps(_mm256_permutevar8x32_epi32(block.part[1], row));
    const __m256 c = _mm256_castsi256_ps(_mm256_permutevar8x32_epi32(block.part[2], row));
    const __m256 d = _mm256_castsi256_ps(_mm256_permutevar8x32_epi32(block.part[3], row));
    // A blend looks only at the sign bit of each lane, so bit 3 and bit 4 of the row's number are shifted to the sign
    // bit.
    const __m256 bit3 = _mm256_castsi256_ps(_mm256_slli_epi32(row, 28));
    const __m256 bit4 = _mm256_castsi256_ps(_mm256_slli_epi32(row, 27));
    const __m256 low = _mm256_blendv_ps(a, b, bit3);
    const __m256 high = _mm256_blendv_ps(c, d, bit3);
    return _mm256_castps_si256(_mm256_blendv_ps(low, high, bit4));
  }
  static Part or_where(Part old, Part taken, Part invert, RowMask rows, std::size_t part) {
    const __m256i bits = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
    const __m256i all = _mm256_set1_epi32(static_cast<int>(rows >> (8 * part) & 0xFF));
    return old | ((taken ^ invert) & _mm256_cmpeq_epi32(all & bits, bits));
  }
  static void transpose(const Block& in, Block& out) {
    // The shuffle reorders the bytes of four rows within each half register: first all first bytes, then all second
    // bytes, and so on. The permutation interleaves the halves, so that 64-bit lane b holds byte b of eight rows.
    const __m256i by_byte = _mm256_setr_epi8(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15,  //
                                             0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
    const __m256i interleave = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
    const auto sorted = [&](std::size_t part) {
      return _mm256_permutevar8x32_epi32(_mm256_shuffle_epi8(in.part[part], by_byte), interleave);
    };
    const __m256i rows[kParts] = {sorted(0), sorted(1), sorted(2), sorted(3)};
    // A 4 x 4 transposition of 64-bit parts of registers makes columns[0] to columns[3]: columns[b] has byte b of all
    // 32 rows.
    const __m256i even01 = _mm256_unpacklo_epi64(rows[0], rows[1]);
    const __m256i odd01 = _mm256_unpackhi_epi64(rows[0], rows[1]);
    const __m256i even23 = _mm256_unpacklo_epi64(rows[2], rows[3]);
    const __m256i odd23 = _mm256_unpackhi_epi64(rows[2], rows[3]);
    const __m256i columns[4] = {
        _mm256_permute2x128_si256(even01, even23, 0x20), _mm256_permute2x128_si256(odd01, odd23, 0x20),
        _mm256_permute2x128_si256(even01, even23, 0x31), _mm256_permute2x128_si256(odd01, odd23, 0x31)};
    for (std::size_t b = 0; b < kParts; ++b) {
      std::uint64_t words[4];
      __m256i shifted = columns[b];
      for (int k = 6; k >= 0; k -= 2) {
        const auto high = static_cast<std::uint32_t>(_mm256_movemask_epi8(shifted));
        const auto low = static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_slli_epi64(shifted, 1)));
        words[k / 2] = std::uint64_t{high} << 32 | low;
        shifted = _mm256_slli_epi64(shifted, 2);
      }
      out.part[b] = joined(words);
    }
  }
};

// A block fills sixteen registers with four 64-bit rows each. The processor has no more than sixteen registers, so
// blocks are kept in the cache, not in registers.
struct Six : BlockInRegisters<6, YmmRegister> {
  // Rows are loaded one by one, since gather instructions are slow on most processors that have AVX2 but not AVX-512
  // (docs/lab/engine.md).
  static Part take(const Block& block, const std::uint8_t* order, std::uint8_t flip, std::size_t part) {
    const auto* rows = reinterpret_cast<const std::uint64_t*>(block.part);
    const std::uint8_t* numbers = order + 4 * part;
    const std::uint64_t taken[4] = {rows[numbers[0] ^ flip], rows[numbers[1] ^ flip], rows[numbers[2] ^ flip],
                                    rows[numbers[3] ^ flip]};
    return joined(taken);
  }
  static Part or_where(Part old, Part taken, Part invert, RowMask rows, std::size_t part) {
    const __m256i bits = _mm256_setr_epi64x(1, 2, 4, 8);
    const __m256i all = broadcast(rows >> (4 * part));
    return old | ((taken ^ invert) & _mm256_cmpeq_epi64(all & bits, bits));
  }
  // Transposes by recursive halving (Warren, Hacker's Delight, 7-3), with four rows per register. The last two stages
  // exchange rows of the same register.
  static void transpose(const Block& in, Block& out) {
    out = in;
    swap_quarters<32>(out, 0x0000'0000'FFFF'FFFF);
    swap_quarters<16>(out, 0x0000'FFFF'0000'FFFF);
    swap_quarters<8>(out, 0x00FF'00FF'00FF'00FF);
    swap_quarters<4>(out, 0x0F0F'0F0F'0F0F'0F0F);
    const __m256i twos = _mm256_setr_epi64x(0x3333'3333'3333'3333, 0x3333'3333'3333'3333, 0, 0);
    const __m256i ones = _mm256_setr_epi64x(0x5555'5555'5555'5555, 0, 0x5555'5555'5555'5555, 0);
    for (Part& part : out.part) {
      const __m256i by_two = (_mm256_srli_epi64(part, 2) ^ _mm256_permute4x64_epi64(part, 0b01'00'11'10)) & twos;
      part ^= _mm256_slli_epi64(by_two, 2) | _mm256_permute4x64_epi64(by_two, 0b01'00'11'10);
      const __m256i by_one = (_mm256_srli_epi64(part, 1) ^ _mm256_shuffle_epi32(part, 0b01'00'11'10)) & ones;
      part ^= _mm256_slli_epi64(by_one, 1) | _mm256_shuffle_epi32(by_one, 0b01'00'11'10);
    }
  }

 private:
  // Divides the block into squares of 2 * kHalf rows and columns, and exchanges the upper right and lower left quarters
  // of each square. `columns` is the mask of the kHalf lower-numbered columns of every square.
  template <int kHalf>
  static void swap_quarters(Block& block, std::uint64_t columns) {
    constexpr std::size_t kDistance = kHalf / 4;
    for (std::size_t top = 0; top < kParts; top += 2 * kDistance) {
      for (std::size_t p = top; p < top + kDistance; ++p) {
        Part& upper = block.part[p];
        Part& lower = block.part[p + kDistance];
        const __m256i swap = (_mm256_srli_epi64(upper, kHalf) ^ lower) & broadcast(columns);
        upper ^= _mm256_slli_epi64(swap, kHalf);
        lower ^= swap;
      }
    }
  }
};

template <class Shape>
const Kernel& shaped_kernel() {
  static const Kernel kKernel{"avx2",
                              VectorLoops<Shape>::or_rows,
                              VectorLoops<Shape>::or_blocks,
                              VectorLoops<Shape>::transpose,
                              VectorLoops<Shape>::take_new,
                              portable_kernel(Shape::kPieces).merge,
                              portable_kernel(Shape::kPieces).list,
                              portable_kernel(Shape::kPieces).pack,
                              portable_kernel(Shape::kPieces).unpack};
  return kKernel;
}

}  // namespace

const Kernel& avx2_kernel(int pieces) {
  if (pieces == 4) return shaped_kernel<Four>();
  if (pieces == 5) return shaped_kernel<Five>();
  if (pieces == 6) return shaped_kernel<Six>();
  return portable_kernel(pieces);
}

}  // namespace uisge

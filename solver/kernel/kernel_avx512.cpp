// Kernels for processors with AVX-512, byte shuffles (VBMI), bit counts (VPOPCNTDQ) and Galois-field bit matrices
// (GFNI): Ice Lake, Zen 4 and later.
//
// With four pieces a side, a block takes half a 64-byte register; with five, two registers; with six, eight. To
// renumber a register's rows takes one permutation instruction, or four instructions with six a side. A block is
// transposed by a byte shuffle, a transposition of 8x8 bit matrices (GFNI), and another byte shuffle.
#if defined(__GNUC__) && !defined(__clang__)
// GCC 12 would warn of a variable that its headers leave uninitialised on purpose (GCC bug 105593).
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#include <immintrin.h>

#include <cstring>

#include "solver/kernel/kernel_table.h"
#include "solver/kernel/vector_loops.h"
#include "solver/kernel/ymm_register.h"

namespace uisge {

namespace {

struct Numbers {
  unsigned char value[64];
};
constexpr Numbers numbers() {
  Numbers result{};
  for (int k = 0; k < 64; ++k) result.value[k] = static_cast<unsigned char>(k);
  return result;
}

// Transposes the eight 8x8 bit matrices of a register, one per 64-bit lane; byte k of a lane is row 7 - k. The affine
// instruction takes the lane as a matrix whose rows go from the top byte down, and multiplies the matrix with every
// byte of the constant. The bytes of the constant are the unit vectors, so the products are the columns of the matrix.
constexpr std::uint64_t kUnitVectors = 0x8040201008040201;
inline __m512i transpose_8x8(__m512i x) {
  return _mm512_gf2p8affine_epi64_epi8(_mm512_set1_epi64(static_cast<long long>(kUnitVectors)), x, 0);
}

// The loop handles 64 bytes at a time; a block of four pieces has only 32 bytes.
template <int N>
std::uint32_t merge(const std::uint64_t* new_blocks, const std::uint16_t* touched, std::size_t count,
                    std::uint64_t* blocks) {
  constexpr auto kThere = static_cast<__mmask8>(N == 4 ? 0x0f : 0xff);
  __m512i bits = _mm512_setzero_si512();
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t begin = touched[i] * block_words(N);
    for (std::size_t at = begin; at < begin + block_words(N); at += 8) {
      const __m512i fresh = _mm512_maskz_loadu_epi64(kThere, new_blocks + at);
      bits = _mm512_add_epi64(bits, _mm512_popcnt_epi64(fresh));
      if (blocks == nullptr) continue;
      const __m512i merged = _mm512_or_si512(_mm512_maskz_loadu_epi64(kThere, blocks + at), fresh);
      _mm512_mask_storeu_epi64(blocks + at, kThere, merged);
    }
  }
  return static_cast<std::uint32_t>(_mm512_reduce_add_epi64(bits));
}

// Bit w of the result says whether word w of the block is not zero.
template <int N>
std::uint64_t nonzero_words(const std::uint64_t* block) {
  if constexpr (N == 4) {
    const __m256i words = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(block));
    return _mm256_test_epi64_mask(words, words);
  } else {
    std::uint64_t mask = 0;
    for (std::size_t w = 0; w < block_words(N); w += 8) {
      const __m512i words = _mm512_loadu_si512(block + w);
      mask |= std::uint64_t{_mm512_test_epi64_mask(words, words)} << w;
    }
    return mask;
  }
}

// Lists the set bits. For each word that is not zero (a branch on each word would often be mispredicted), packs the
// numbers of its set bits to the front of a register, as bytes, and then widens them.
template <int N>
unsigned list(const std::uint64_t* block, std::uint16_t* indices) {
  alignas(64) static constexpr Numbers kNumbers = numbers();
  const __m512i every = _mm512_load_si512(kNumbers.value);
  std::uint16_t* out = indices;
  for (std::uint64_t rest = nonzero_words<N>(block); rest != 0; rest &= rest - 1) {
    const auto w = static_cast<std::uint64_t>(_tzcnt_u64(rest));
    const std::uint64_t word = block[w];
    const __m512i first = _mm512_set1_epi16(static_cast<short>(64 * w));
    const __m512i found = _mm512_maskz_compress_epi8(word, every);
    const auto count = static_cast<unsigned>(_mm_popcnt_u64(word));
    _mm512_storeu_si512(out, _mm512_add_epi16(_mm512_cvtepu8_epi16(_mm512_castsi512_si256(found)), first));
    if (count > 32) {
      const __m256i upper = _mm512_extracti64x4_epi64(found, 1);
      _mm512_storeu_si512(out + 32, _mm512_add_epi16(_mm512_cvtepu8_epi16(upper), first));
    }
    out += count;
  }
  return static_cast<unsigned>(out - indices);
}

// A line of eight words fills a register. One instruction moves the register's non-zero bytes to the front.
std::size_t pack(const std::uint64_t* words, std::size_t lines, std::byte* packed) {
  std::byte* out = packed;
  for (std::size_t line = 0; line < lines; ++line) {
    const __m512i bytes = _mm512_loadu_si512(words + 8 * line);
    const std::uint64_t there = _mm512_test_epi8_mask(bytes, bytes);
    std::memcpy(out, &there, sizeof(there));
    _mm512_storeu_si512(out + sizeof(there), _mm512_maskz_compress_epi8(there, bytes));
    out += sizeof(there) + static_cast<std::size_t>(_mm_popcnt_u64(there));
  }
  return static_cast<std::size_t>(out - packed);
}

std::size_t unpack(const std::byte* packed, std::size_t bytes, std::uint64_t* words, std::size_t lines) {
  std::size_t at = 0;
  for (std::size_t line = 0; line < lines; ++line) {
    if (bytes - at < sizeof(std::uint64_t)) return kNotPacked;
    std::uint64_t there = 0;
    std::memcpy(&there, packed + at, sizeof(there));
    at += sizeof(there);
    const auto count = static_cast<std::size_t>(_mm_popcnt_u64(there));
    if (bytes - at < count) return kNotPacked;
    _mm512_storeu_si512(words + 8 * line, _mm512_maskz_expandloadu_epi8(there, packed + at));
    at += count;
  }
  return at;
}

// The truth table of a | (b ^ c), for the instruction that computes any function of three bits.
constexpr int kOrXor = 0xF6;

inline __m128i bytes(const std::uint8_t* order) {
  return _mm_loadu_si128(reinterpret_cast<const __m128i*>(order));
}

// A block takes one 32-byte register: 16 rows of 16 bits.
struct Four : BlockInRegisters<4, YmmRegister> {
  static Part take(const Block& block, const std::uint8_t* order, std::uint8_t flip, std::size_t /*part*/) {
    const __m128i rows = bytes(order) ^ _mm_set1_epi8(static_cast<char>(flip));
    return _mm256_permutexvar_epi16(_mm256_cvtepu8_epi16(rows), block.part[0]);
  }
  static Part or_where(Part old, Part taken, Part invert, RowMask rows, std::size_t /*part*/) {
    return old | _mm256_maskz_mov_epi16(static_cast<__mmask16>(rows), taken ^ invert);
  }
  // A row has two bytes. The first shuffle puts into each 64-bit lane the first bytes, or the second bytes, of eight
  // rows. Each lane is then transposed, and the second shuffle puts the two bytes of each row side by side again.
  static void transpose(const Block& in, Block& out) {
    const __m256i split = _mm256_setr_epi8(14, 12, 10, 8, 6, 4, 2, 0, 30, 28, 26, 24, 22, 20, 18, 16,  //
                                           15, 13, 11, 9, 7, 5, 3, 1, 31, 29, 27, 25, 23, 21, 19, 17);
    const __m256i join = _mm256_setr_epi8(0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15,  //
                                          16, 24, 17, 25, 18, 26, 19, 27, 20, 28, 21, 29, 22, 30, 23, 31);
    const __m256i lanes = _mm256_permutexvar_epi8(split, in.part[0]);
    const __m256i turned = _mm256_gf2p8affine_epi64_epi8(broadcast(kUnitVectors), lanes, 0);
    out.part[0] = _mm256_permutexvar_epi8(join, turned);
  }
};

// A register of 64 bytes, for blocks of five and six pieces a side.
struct ZmmRegister {
  using Part = __m512i;
  static Part load(const std::uint64_t* words) { return _mm512_loadu_si512(words); }
  static void store(std::uint64_t* words, Part part) { _mm512_storeu_si512(words, part); }
  static Part broadcast(std::uint64_t word) { return _mm512_set1_epi64(static_cast<long long>(word)); }
  static bool any(Part part) { return _mm512_test_epi64_mask(part, part) != 0; }
};

// from[i] is the number of the byte that is moved to place i among the 128 bytes of a block.
struct ByteOrder {
  unsigned char from[128];
};
// Byte b of row r goes to the 64-bit lane 4 b + r / 8. So 32 rows of 4 bytes become 16 lanes. Each lane holds a matrix
// of 8 rows of 8 bits.
constexpr ByteOrder split_order() {
  ByteOrder order{};
  for (int lane = 0; lane < 16; ++lane) {
    for (int k = 0; k < 8; ++k)
      order.from[lane * 8 + k] = static_cast<unsigned char>((lane % 4 * 8 + 7 - k) * 4 + lane / 4);
  }
  return order;
}
// After the transposition, byte k of lane 4 b + g holds the bits of rows 8 g to 8 g + 7 in column 8 b + k. This byte
// becomes byte g of the new row 8 b + k.
constexpr ByteOrder join_order() {
  ByteOrder order{};
  for (int row = 0; row < 32; ++row) {
    for (int g = 0; g < 4; ++g) order.from[row * 4 + g] = static_cast<unsigned char>((row / 8 * 4 + g) * 8 + row % 8);
  }
  return order;
}

// A block is two registers: 32 rows of 32 bits.
struct Five : BlockInRegisters<5, ZmmRegister> {
  static Part take(const Block& block, const std::uint8_t* order, std::uint8_t flip, std::size_t part) {
    const __m128i rows = bytes(order + 16 * part) ^ _mm_set1_epi8(static_cast<char>(flip));
    return _mm512_permutex2var_epi32(block.part[0], _mm512_cvtepu8_epi32(rows), block.part[1]);
  }
  static Part or_where(Part old, Part taken, Part invert, RowMask rows, std::size_t part) {
    const auto there = static_cast<__mmask16>(rows >> (16 * part));
    return _mm512_mask_ternarylogic_epi32(old, there, taken, invert, kOrXor);
  }
  static void transpose(const Block& in, Block& out) {
    alignas(64) static constexpr ByteOrder kSplit = split_order();
    alignas(64) static constexpr ByteOrder kJoin = join_order();
    const __m512i low = transpose_8x8(shuffle(in.part, kSplit.from));
    const __m512i high = transpose_8x8(shuffle(in.part, kSplit.from + 64));
    const __m512i lanes[2] = {low, high};
    out.part[0] = shuffle(lanes, kJoin.from);
    out.part[1] = shuffle(lanes, kJoin.from + 64);
  }

 private:
  // The bytes of the two registers are numbered from 0 to 127. Returns the bytes that have the numbers in `from`, in
  // the order of `from`.
  static __m512i shuffle(const __m512i* source, const unsigned char* from) {
    return _mm512_permutex2var_epi8(source[0], _mm512_load_si512(from), source[1]);
  }
};

// A block takes eight registers, with eight rows of 64 bits in each.
struct Six : BlockInRegisters<6, ZmmRegister> {
  // One instruction picks rows from a pair of registers, by the lowest four bits of the row's number. So the
  // instruction is applied to all four pairs, and the upper two bits of the row's number choose one of the four
  // results. The four instructions take a third of the time that a gather of the rows from memory takes.
  static Part take(const Block& block, const std::uint8_t* order, std::uint8_t flip, std::size_t part) {
    const __m128i numbers = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(order + 8 * part));
    const __m512i row = _mm512_cvtepu8_epi64(numbers) ^ _mm512_set1_epi64(flip);
    const __mmask8 odd_pair = _mm512_test_epi64_mask(row, _mm512_set1_epi64(16));
    const __mmask8 upper_half = _mm512_test_epi64_mask(row, _mm512_set1_epi64(32));
    const auto of_pair = [&](int first) {
      return _mm512_permutex2var_epi64(block.part[first], row, block.part[first + 1]);
    };
    const __m512i lower = _mm512_mask_mov_epi64(of_pair(0), odd_pair, of_pair(2));
    const __m512i upper = _mm512_mask_mov_epi64(of_pair(4), odd_pair, of_pair(6));
    return _mm512_mask_mov_epi64(lower, upper_half, upper);
  }
  static Part or_where(Part old, Part taken, Part invert, RowMask rows, std::size_t part) {
    const auto there = static_cast<__mmask8>(rows >> (8 * part));
    return _mm512_mask_ternarylogic_epi64(old, there, taken, invert, kOrXor);
  }
  // The 64 bytes of a part (a register) are a matrix of 8 rows of 8 bytes. After a transposition of this matrix, 64-bit
  // lane b has byte b of each of the eight rows. Then register b takes lane b of every part, and the bytes of each
  // register are transposed again.
  static void transpose(const Block& in, Block& out) {
    const __m512i lane = _mm512_setr_epi64(0, 1, 2, 3, 4, 5, 6, 7);
    const __m512i byte_in_lane = _mm512_set1_epi64(0x0706050403020100);
    // `turn` puts byte b of lane k at byte k of lane b. `turn_reversed` takes byte b of lane 7 - k instead, since the
    // rows of transpose_8x8() go from the top byte down.
    const __m512i lane_in_bytes = _mm512_mullo_epi64(lane, _mm512_set1_epi64(0x0101010101010101));
    const __m512i turn = _mm512_slli_epi64(byte_in_lane, 3) | lane_in_bytes;
    const __m512i turn_reversed = turn ^ _mm512_set1_epi8(0x38);
    Block lanes;
    for (std::size_t p = 0; p < kParts; ++p) {
      lanes.part[p] = transpose_8x8(_mm512_permutexvar_epi8(turn_reversed, in.part[p]));
    }
    collect_lanes(lanes, out);
    for (__m512i& part : out.part) part = _mm512_permutexvar_epi8(turn, part);
  }

 private:
  // Register b of `out` gets lane b of every register of `in`, in order.
  static void collect_lanes(const Block& in, Block& out) {
    for (int odd = 0; odd < 2; ++odd) {
      __m512i pairs[4];  // pairs[p]: the even or the odd lanes of registers 2 p and 2 p + 1, interleaved
      for (int p = 0; p < 4; ++p) {
        const __m512i first = in.part[2 * p];
        const __m512i second = in.part[2 * p + 1];
        pairs[p] = odd == 0 ? _mm512_unpacklo_epi64(first, second) : _mm512_unpackhi_epi64(first, second);
      }
      for (int half = 0; half < 2; ++half) {
        const auto lower_or_upper = [half](__m512i x, __m512i y) {
          return half == 0 ? _mm512_shuffle_i64x2(x, y, 0x44) : _mm512_shuffle_i64x2(x, y, 0xee);
        };
        const __m512i first = lower_or_upper(pairs[0], pairs[1]);
        const __m512i second = lower_or_upper(pairs[2], pairs[3]);
        out.part[4 * half + odd] = _mm512_shuffle_i64x2(first, second, 0x88);
        out.part[4 * half + 2 + odd] = _mm512_shuffle_i64x2(first, second, 0xdd);
      }
    }
  }
};

template <class Shape>
constexpr Kernel kKernel{"avx512",
                         VectorLoops<Shape>::or_rows,
                         VectorLoops<Shape>::or_blocks,
                         VectorLoops<Shape>::transpose,
                         VectorLoops<Shape>::take_new,
                         merge<Shape::kPieces>,
                         list<Shape::kPieces>,
                         pack,
                         unpack};

}  // namespace

const Kernel& avx512_kernel(int pieces) {
  if (pieces == 4) return kKernel<Four>;
  if (pieces == 5) return kKernel<Five>;
  if (pieces == 6) return kKernel<Six>;
  return portable_kernel(pieces);
}

}  // namespace uisge

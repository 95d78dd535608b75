// AVX-512 with byte shuffles (VBMI) and Galois-field bit matrices (GFNI): Ice Lake, Zen 4 and later.
//
// A block of five pieces is two 64-byte registers, of four half of one, of six eight. Renumbering rows is one lane
// permutation; transposing is byte shuffles around the 8x8 bit transposition that GFNI gives in one instruction.
#if defined(__GNUC__) && !defined(__clang__)
// GCC 12's own AVX-512 headers start from a variable that they leave uninitialised on purpose (GCC bug 105593).
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#include <immintrin.h>

#include "solver/kernel/kernel_table.h"

namespace uisge {

namespace {

struct Numbers {
  std::uint16_t value[32];
};
constexpr Numbers numbers() {
  Numbers result{};
  for (int k = 0; k < 32; ++k) result.value[k] = static_cast<std::uint16_t>(k);
  return result;
}

// Transposes the eight 8x8 bit matrices of a register, one a 64-bit lane, byte k of a lane being row 7 - k: the affine
// instruction multiplies the lane, taken as a matrix with its rows from the top byte down, with every byte of the
// constant, and unit vectors give its columns.
inline __m512i transpose_8x8(__m512i x) {
  return _mm512_gf2p8affine_epi64_epi8(_mm512_set1_epi64(static_cast<long long>(0x8040201008040201)), x, 0);
}

// The set bits of a block's words, 32 at a time: their numbers are packed to the front of a register.
template <int N>
unsigned list(const std::uint64_t* block, std::uint16_t* indices) {
  alignas(64) static constexpr Numbers kNumbers = numbers();
  const __m512i low = _mm512_load_si512(kNumbers.value);
  const __m512i high = _mm512_add_epi16(low, _mm512_set1_epi16(32));
  std::uint16_t* out = indices;
  for (std::size_t w = 0; w < block_words(N); ++w) {
    const std::uint64_t word = block[w];
    if (word == 0) continue;
    const __m512i first = _mm512_set1_epi16(static_cast<short>(64 * w));
    const auto lower = static_cast<__mmask32>(word);
    _mm512_storeu_si512(out, _mm512_add_epi16(_mm512_maskz_compress_epi16(lower, low), first));
    out += _mm_popcnt_u32(lower);
    const auto upper = static_cast<__mmask32>(word >> 32);
    _mm512_storeu_si512(out, _mm512_add_epi16(_mm512_maskz_compress_epi16(upper, high), first));
    out += _mm_popcnt_u32(upper);
  }
  return static_cast<unsigned>(out - indices);
}

struct Four {
  static __m256i order(const Gather& gather) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(gather.order));
    return _mm256_cvtepu8_epi16(_mm_xor_si128(bytes, _mm_set1_epi8(static_cast<char>(gather.flip))));
  }
  static __m256i take(const Gather& gather) {
    const __m256i source = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(gather.source));
    return _mm256_permutexvar_epi16(order(gather), source);
  }
  static void or_rows(std::uint64_t* accumulator, const Gather* gathers, int count) {
    auto* const out = reinterpret_cast<__m256i*>(accumulator);
    __m256i result = _mm256_loadu_si256(out);
    for (const Gather* gather = gathers; gather != gathers + count; ++gather) {
      const __m256i rows = _mm256_maskz_mov_epi16(static_cast<__mmask16>(gather->rows), take(*gather));
      result = _mm256_or_si256(result, rows);
    }
    _mm256_storeu_si256(out, result);
  }
  static bool and_rows(std::uint64_t* accumulator, const Gather* gathers, int count) {
    auto* const out = reinterpret_cast<__m256i*>(accumulator);
    __m256i result = _mm256_loadu_si256(out);
    bool any = true;
    for (const Gather* gather = gathers; gather != gathers + count && any; ++gather) {
      const __m256i masked = _mm256_and_si256(result, take(*gather));
      result = _mm256_mask_mov_epi16(result, static_cast<__mmask16>(gather->rows), masked);
      any = _mm256_testz_si256(result, result) == 0;
    }
    _mm256_storeu_si256(out, result);
    return any;
  }
  // Bytes (row 0..15, half 0..1) to lanes of eight rows of one half, transpose each, and back.
  static void transpose(const std::uint64_t* in, std::uint64_t* out) {
    const __m256i split = _mm256_setr_epi8(14, 12, 10, 8, 6, 4, 2, 0, 30, 28, 26, 24, 22, 20, 18, 16,  //
                                           15, 13, 11, 9, 7, 5, 3, 1, 31, 29, 27, 25, 23, 21, 19, 17);
    const __m256i join = _mm256_setr_epi8(0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15,  //
                                          16, 24, 17, 25, 18, 26, 19, 27, 20, 28, 21, 29, 22, 30, 23, 31);
    const __m256i x = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(in));
    const __m256i lanes = _mm256_permutexvar_epi8(split, x);
    const __m256i turned =
        _mm256_gf2p8affine_epi64_epi8(_mm256_set1_epi64x(static_cast<long long>(0x8040201008040201)), lanes, 0);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(out), _mm256_permutexvar_epi8(join, turned));
  }
  static constexpr Kernel kKernel{"avx512", or_rows, and_rows, transpose, list<4>};
};

// Where each of the 128 bytes of a block comes from.
struct ByteOrder {
  unsigned char from[128];
};
// Byte b of row r goes to lane 4 b + r / 8: 32 rows of 4 bytes become 16 8x8 matrices.
constexpr ByteOrder split_order() {
  ByteOrder order{};
  for (int lane = 0; lane < 16; ++lane) {
    for (int k = 0; k < 8; ++k)
      order.from[lane * 8 + k] = static_cast<unsigned char>((lane % 4 * 8 + 7 - k) * 4 + lane / 4);
  }
  return order;
}
// After the transposition lane 4 b + g holds, in byte k, the bits of rows 8 g .. 8 g + 7 in column 8 b + k: byte g
// of the new row 8 b + k.
constexpr ByteOrder join_order() {
  ByteOrder order{};
  for (int row = 0; row < 32; ++row) {
    for (int g = 0; g < 4; ++g) order.from[row * 4 + g] = static_cast<unsigned char>((row / 8 * 4 + g) * 8 + row % 8);
  }
  return order;
}

struct Five {
  struct Pair {
    __m512i low;
    __m512i high;
  };
  static Pair load(const std::uint64_t* words) { return {_mm512_loadu_si512(words), _mm512_loadu_si512(words + 8)}; }
  static void store(std::uint64_t* words, Pair pair) {
    _mm512_storeu_si512(words, pair.low);
    _mm512_storeu_si512(words + 8, pair.high);
  }
  static Pair take(const Gather& gather) {
    const Pair source = load(gather.source);
    const __m256i bytes = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(gather.order));
    const __m256i order = _mm256_xor_si256(bytes, _mm256_set1_epi8(static_cast<char>(gather.flip)));
    const __m512i low = _mm512_cvtepu8_epi32(_mm256_castsi256_si128(order));
    const __m512i high = _mm512_cvtepu8_epi32(_mm256_extracti128_si256(order, 1));
    return {_mm512_permutex2var_epi32(source.low, low, source.high),
            _mm512_permutex2var_epi32(source.low, high, source.high)};
  }
  static __mmask16 low_rows(const Gather& gather) { return static_cast<__mmask16>(gather.rows); }
  static __mmask16 high_rows(const Gather& gather) { return static_cast<__mmask16>(gather.rows >> 16); }

  static void or_rows(std::uint64_t* accumulator, const Gather* gathers, int count) {
    Pair result = load(accumulator);
    for (const Gather* gather = gathers; gather != gathers + count; ++gather) {
      const Pair rows = take(*gather);
      result.low = _mm512_mask_or_epi32(result.low, low_rows(*gather), result.low, rows.low);
      result.high = _mm512_mask_or_epi32(result.high, high_rows(*gather), result.high, rows.high);
    }
    store(accumulator, result);
  }
  static bool and_rows(std::uint64_t* accumulator, const Gather* gathers, int count) {
    Pair result = load(accumulator);
    bool any = true;
    for (const Gather* gather = gathers; gather != gathers + count && any; ++gather) {
      const Pair rows = take(*gather);
      result.low = _mm512_mask_and_epi32(result.low, low_rows(*gather), result.low, rows.low);
      result.high = _mm512_mask_and_epi32(result.high, high_rows(*gather), result.high, rows.high);
      const __m512i all = _mm512_or_si512(result.low, result.high);
      any = _mm512_test_epi32_mask(all, all) != 0;
    }
    store(accumulator, result);
    return any;
  }
  static void transpose(const std::uint64_t* in, std::uint64_t* out) {
    alignas(64) static constexpr ByteOrder kSplit = split_order();
    alignas(64) static constexpr ByteOrder kJoin = join_order();
    const Pair x = load(in);
    const Pair lanes = shuffle(x, kSplit);
    store(out, shuffle({transpose_8x8(lanes.low), transpose_8x8(lanes.high)}, kJoin));
  }
  static constexpr Kernel kKernel{"avx512", or_rows, and_rows, transpose, list<5>};

 private:
  static Pair shuffle(Pair x, const ByteOrder& order) {
    const __m512i low = _mm512_load_si512(order.from);
    const __m512i high = _mm512_load_si512(order.from + 64);
    return {_mm512_permutex2var_epi8(x.low, low, x.high), _mm512_permutex2var_epi8(x.low, high, x.high)};
  }
};

// Eight registers of eight rows. Rows of six pieces are 64 bits, which the gather instruction fetches by number.
struct Six {
  struct Rows {
    __m512i part[8];
  };
  static Rows load(const std::uint64_t* words) {
    Rows rows;
    for (int p = 0; p < 8; ++p) rows.part[p] = _mm512_loadu_si512(words + 8 * p);
    return rows;
  }
  static void store(std::uint64_t* words, const Rows& rows) {
    for (int p = 0; p < 8; ++p) _mm512_storeu_si512(words + 8 * p, rows.part[p]);
  }
  static __mmask8 part_rows(const Gather& gather, int part) { return static_cast<__mmask8>(gather.rows >> (8 * part)); }
  static __m512i take(const Gather& gather, int part) {
    const __m128i bytes = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(gather.order + 8 * part));
    const __m512i row = _mm512_xor_si512(_mm512_cvtepu8_epi64(bytes), _mm512_set1_epi64(gather.flip));
    return _mm512_i64gather_epi64(row, gather.source, 8);
  }
  static void or_rows(std::uint64_t* accumulator, const Gather* gathers, int count) {
    Rows result = load(accumulator);
    for (const Gather* gather = gathers; gather != gathers + count; ++gather) {
      for (int p = 0; p < 8; ++p) {
        result.part[p] = _mm512_mask_or_epi64(result.part[p], part_rows(*gather, p), result.part[p], take(*gather, p));
      }
    }
    store(accumulator, result);
  }
  static bool and_rows(std::uint64_t* accumulator, const Gather* gathers, int count) {
    Rows result = load(accumulator);
    bool any = true;
    for (const Gather* gather = gathers; gather != gathers + count && any; ++gather) {
      __m512i all = _mm512_setzero_si512();
      for (int p = 0; p < 8; ++p) {
        result.part[p] = _mm512_mask_and_epi64(result.part[p], part_rows(*gather, p), result.part[p], take(*gather, p));
        all = _mm512_or_si512(all, result.part[p]);
      }
      any = _mm512_test_epi64_mask(all, all) != 0;
    }
    store(accumulator, result);
    return any;
  }
  // The 64 bytes of a part are a matrix of 8 rows and 8 bytes; turned, its lane b is byte b of all eight rows. Lanes of
  // all parts are then collected by b, and turned back.
  static void transpose(const std::uint64_t* in, std::uint64_t* out) {
    const __m512i lane = _mm512_setr_epi64(0, 1, 2, 3, 4, 5, 6, 7);
    const __m512i byte_in_lane = _mm512_set1_epi64(0x0706050403020100);
    // Byte k of lane b comes from byte b of lane k; for the bit transposition from lane 7 - k.
    const __m512i lane_in_bytes = _mm512_mullo_epi64(lane, _mm512_set1_epi64(0x0101010101010101));
    const __m512i turn = _mm512_or_si512(_mm512_slli_epi64(byte_in_lane, 3), lane_in_bytes);
    const __m512i turn_reversed = _mm512_xor_si512(turn, _mm512_set1_epi8(0x38));
    alignas(64) std::uint64_t lanes[64];
    for (int p = 0; p < 8; ++p) {
      const __m512i columns = _mm512_permutexvar_epi8(turn_reversed, _mm512_loadu_si512(in + 8 * p));
      _mm512_store_si512(lanes + 8 * p, transpose_8x8(columns));
    }
    const __m512i every_part = _mm512_slli_epi64(lane, 3);
    for (int b = 0; b < 8; ++b) {
      const __m512i of_part = _mm512_i64gather_epi64(every_part, lanes + b, 8);
      _mm512_storeu_si512(out + 8 * b, _mm512_permutexvar_epi8(turn, of_part));
    }
  }
  static constexpr Kernel kKernel{"avx512", or_rows, and_rows, transpose, list<6>};
};

}  // namespace

const Kernel& avx512_kernel(int pieces) {
  if (pieces == 4) return Four::kKernel;
  if (pieces == 5) return Five::kKernel;
  if (pieces == 6) return Six::kKernel;
  return portable_kernel(pieces);
}

}  // namespace uisge

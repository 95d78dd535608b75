// AVX-512 with byte shuffles (VBMI), bit counts (VPOPCNTDQ) and Galois-field bit matrices (GFNI): Ice Lake, Zen 4 and
// later.
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
  unsigned char value[64];
};
constexpr Numbers numbers() {
  Numbers result{};
  for (int k = 0; k < 64; ++k) result.value[k] = static_cast<unsigned char>(k);
  return result;
}

// Transposes the eight 8x8 bit matrices of a register, one a 64-bit lane, byte k of a lane being row 7 - k: the affine
// instruction multiplies the lane, taken as a matrix with its rows from the top byte down, with every byte of the
// constant, and unit vectors give its columns.
inline __m512i transpose_8x8(__m512i x) {
  return _mm512_gf2p8affine_epi64_epi8(_mm512_set1_epi64(static_cast<long long>(0x8040201008040201)), x, 0);
}

// Blocks by 64 bytes, or the 32 that a block of four pieces has.
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

// Which of a block's words have any bit set.
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

// The set bits of a word: their numbers are packed to the front of a register, as bytes, and then widened. The words
// are found first: a branch on each of them would be mispredicted as often as not.
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

// For the instruction that takes any function of three bits as its table: a | (b ^ c).
constexpr int kOrXor = 0xF6;

struct Four {
  // The rows of a block by number, a byte each.
  static __m256i take(const std::uint64_t* source, __m128i numbers) {
    return _mm256_permutexvar_epi16(_mm256_cvtepu8_epi16(numbers),
                                    _mm256_loadu_si256(reinterpret_cast<const __m256i*>(source)));
  }
  static __m128i bytes(const std::uint8_t* order) { return _mm_loadu_si128(reinterpret_cast<const __m128i*>(order)); }
  static void or_rows(std::uint64_t* accumulator, const Gather* gathers, int count) {
    auto* const out = reinterpret_cast<__m256i*>(accumulator);
    __m256i result = _mm256_loadu_si256(out);
    for (const Gather* gather = gathers; gather != gathers + count; ++gather) {
      const __m128i numbers = _mm_xor_si128(bytes(gather->order), _mm_set1_epi8(static_cast<char>(gather->flip)));
      const __m256i rows = take(gather->source, numbers);
      result = _mm256_or_si256(result, _mm256_maskz_mov_epi16(static_cast<__mmask16>(gather->rows), rows));
    }
    _mm256_storeu_si256(out, result);
  }
  static void or_blocks(std::uint64_t* accumulators, const BlockMove& move, const BlockMove& next,
                        std::uint64_t invert) {
    const __m256i complement = _mm256_set1_epi64x(static_cast<long long>(invert));
    for (std::size_t i = 0; i < move.count; ++i) {
      const BlockGather gather = move.gathers[i];
      prefetch<4>(next.sources + next.gathers[i].source * block_words(4));
      auto* const out = reinterpret_cast<__m256i*>(accumulators + gather.accumulator * block_words(4));
      const RowOrder& order = move.orders[gather.order];
      const __m256i rows = take(move.sources + gather.source * block_words(4), bytes(order.order.data()));
      const __m256i found = _mm256_maskz_mov_epi16(static_cast<__mmask16>(order.rows), rows ^ complement);
      _mm256_storeu_si256(out, _mm256_or_si256(_mm256_loadu_si256(out), found));
    }
  }
  // Bytes (row 0..15, half 0..1) to lanes of eight rows of one half, transpose each, and back.
  static __m256i transposed(__m256i x) {
    const __m256i split = _mm256_setr_epi8(14, 12, 10, 8, 6, 4, 2, 0, 30, 28, 26, 24, 22, 20, 18, 16,  //
                                           15, 13, 11, 9, 7, 5, 3, 1, 31, 29, 27, 25, 23, 21, 19, 17);
    const __m256i join = _mm256_setr_epi8(0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15,  //
                                          16, 24, 17, 25, 18, 26, 19, 27, 20, 28, 21, 29, 22, 30, 23, 31);
    const __m256i lanes = _mm256_permutexvar_epi8(split, x);
    const __m256i turned =
        _mm256_gf2p8affine_epi64_epi8(_mm256_set1_epi64x(static_cast<long long>(0x8040201008040201)), lanes, 0);
    return _mm256_permutexvar_epi8(join, turned);
  }
  static __m256i load(const std::uint64_t* words) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(words));
  }
  static void transpose(const std::uint64_t* in, std::uint64_t* out) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(out), transposed(load(in)));
  }
  static unsigned take_new(const SweptBlocks& swept, unsigned count, std::uint64_t invert, std::uint64_t* new_blocks,
                           std::uint16_t* touched) {
    static constexpr auto kLive = live_words<4>();
    const __m256i live = load(kLive.data());
    const __m256i complement = _mm256_set1_epi64x(static_cast<long long>(invert));
    unsigned found = 0;
    for (unsigned b = 0; b < count; ++b) {
      const std::size_t at = b * block_words(4);
      __m256i turned = transposed(load(swept.accumulators + at));
      if (swept.others != nullptr) turned |= load(swept.others + at);
      const __m256i decided = load(swept.won + at) | load(swept.lost + at);
      const __m256i fresh = _mm256_andnot_si256(decided, (turned ^ complement) & live);
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(new_blocks + at), fresh);
      touched[found] = static_cast<std::uint16_t>(b);
      found += _mm256_testz_si256(fresh, fresh) == 0 ? 1U : 0U;
    }
    return found;
  }
  static constexpr Kernel kKernel{"avx512", or_rows, or_blocks, transpose, take_new, merge<4>, list<4>};
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
  // The rows of a block by number, a byte each.
  static Pair take(Pair source, __m128i low_numbers, __m128i high_numbers) {
    return {_mm512_permutex2var_epi32(source.low, _mm512_cvtepu8_epi32(low_numbers), source.high),
            _mm512_permutex2var_epi32(source.low, _mm512_cvtepu8_epi32(high_numbers), source.high)};
  }
  static __m128i bytes(const std::uint8_t* order) { return _mm_loadu_si128(reinterpret_cast<const __m128i*>(order)); }
  static __mmask16 low_rows(RowMask rows) { return static_cast<__mmask16>(rows); }
  static __mmask16 high_rows(RowMask rows) { return static_cast<__mmask16>(rows >> 16); }

  static void or_rows(std::uint64_t* accumulator, const Gather* gathers, int count) {
    Pair result = load(accumulator);
    for (const Gather* gather = gathers; gather != gathers + count; ++gather) {
      const __m128i flip = _mm_set1_epi8(static_cast<char>(gather->flip));
      const Pair rows = take(load(gather->source), bytes(gather->order) ^ flip, bytes(gather->order + 16) ^ flip);
      result.low = _mm512_mask_or_epi32(result.low, low_rows(gather->rows), result.low, rows.low);
      result.high = _mm512_mask_or_epi32(result.high, high_rows(gather->rows), result.high, rows.high);
    }
    store(accumulator, result);
  }
  static void or_blocks(std::uint64_t* accumulators, const BlockMove& move, const BlockMove& next,
                        std::uint64_t invert) {
    const __m512i complement = _mm512_set1_epi64(static_cast<long long>(invert));
    for (std::size_t i = 0; i < move.count; ++i) {
      const BlockGather gather = move.gathers[i];
      prefetch<5>(next.sources + next.gathers[i].source * block_words(5));
      std::uint64_t* const accumulator = accumulators + gather.accumulator * block_words(5);
      const RowOrder& order = move.orders[gather.order];
      const Pair rows = take(load(move.sources + gather.source * block_words(5)), bytes(order.order.data()),
                             bytes(order.order.data() + 16));
      const Pair old = load(accumulator);
      store(accumulator,
            {_mm512_mask_ternarylogic_epi32(old.low, low_rows(order.rows), rows.low, complement, kOrXor),
             _mm512_mask_ternarylogic_epi32(old.high, high_rows(order.rows), rows.high, complement, kOrXor)});
    }
  }
  static Pair transposed(Pair x) {
    alignas(64) static constexpr ByteOrder kSplit = split_order();
    alignas(64) static constexpr ByteOrder kJoin = join_order();
    const Pair lanes = shuffle(x, kSplit);
    return shuffle({transpose_8x8(lanes.low), transpose_8x8(lanes.high)}, kJoin);
  }
  static void transpose(const std::uint64_t* in, std::uint64_t* out) { store(out, transposed(load(in))); }
  static unsigned take_new(const SweptBlocks& swept, unsigned count, std::uint64_t invert, std::uint64_t* new_blocks,
                           std::uint16_t* touched) {
    static constexpr auto kLive = live_words<5>();
    const Pair live = load(kLive.data());
    const __m512i complement = _mm512_set1_epi64(static_cast<long long>(invert));
    unsigned found = 0;
    for (unsigned b = 0; b < count; ++b) {
      const std::size_t at = b * block_words(5);
      Pair fresh = transposed(load(swept.accumulators + at));
      if (swept.others != nullptr) {
        const Pair other = load(swept.others + at);
        fresh = {fresh.low | other.low, fresh.high | other.high};
      }
      const Pair won = load(swept.won + at);
      const Pair lost = load(swept.lost + at);
      fresh.low = (fresh.low ^ complement) & _mm512_andnot_si512(won.low | lost.low, live.low);
      fresh.high = (fresh.high ^ complement) & _mm512_andnot_si512(won.high | lost.high, live.high);
      store(new_blocks + at, fresh);
      touched[found] = static_cast<std::uint16_t>(b);
      const __m512i any = fresh.low | fresh.high;
      found += _mm512_test_epi32_mask(any, any) != 0 ? 1U : 0U;
    }
    return found;
  }
  static constexpr Kernel kKernel{"avx512", or_rows, or_blocks, transpose, take_new, merge<5>, list<5>};

 private:
  static Pair shuffle(Pair x, const ByteOrder& order) {
    const __m512i low = _mm512_load_si512(order.from);
    const __m512i high = _mm512_load_si512(order.from + 64);
    return {_mm512_permutex2var_epi8(x.low, low, x.high), _mm512_permutex2var_epi8(x.low, high, x.high)};
  }
};

// Eight registers of eight rows, of 64 bits each.
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
  static __mmask8 part_rows(RowMask rows, int part) { return static_cast<__mmask8>(rows >> (8 * part)); }
  // Eight rows of a block by number. A permutation of two registers looks at four bits of a number, so all four pairs
  // are asked and the upper bits choose: a third of the time of a gather from memory.
  static __m512i take(const Rows& source, const std::uint8_t* order, int part, std::uint8_t flip) {
    const __m128i bytes = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(order + 8 * part));
    const __m512i row = _mm512_xor_si512(_mm512_cvtepu8_epi64(bytes), _mm512_set1_epi64(flip));
    const __mmask8 odd_pair = _mm512_test_epi64_mask(row, _mm512_set1_epi64(16));
    const __mmask8 upper_half = _mm512_test_epi64_mask(row, _mm512_set1_epi64(32));
    const auto of_pair = [&](int first) {
      return _mm512_permutex2var_epi64(source.part[first], row, source.part[first + 1]);
    };
    const __m512i lower = _mm512_mask_mov_epi64(of_pair(0), odd_pair, of_pair(2));
    const __m512i upper = _mm512_mask_mov_epi64(of_pair(4), odd_pair, of_pair(6));
    return _mm512_mask_mov_epi64(lower, upper_half, upper);
  }
  static void or_rows(std::uint64_t* accumulator, const Gather* gathers, int count) {
    Rows result = load(accumulator);
    for (const Gather* gather = gathers; gather != gathers + count; ++gather) {
      const Rows source = load(gather->source);
      for (int p = 0; p < 8; ++p) {
        const __m512i rows = take(source, gather->order, p, gather->flip);
        result.part[p] = _mm512_mask_or_epi64(result.part[p], part_rows(gather->rows, p), result.part[p], rows);
      }
    }
    store(accumulator, result);
  }
  static void or_blocks(std::uint64_t* accumulators, const BlockMove& move, const BlockMove& next,
                        std::uint64_t invert) {
    const __m512i complement = _mm512_set1_epi64(static_cast<long long>(invert));
    for (std::size_t i = 0; i < move.count; ++i) {
      const BlockGather gather = move.gathers[i];
      prefetch<6>(next.sources + next.gathers[i].source * block_words(6));
      std::uint64_t* const accumulator = accumulators + gather.accumulator * block_words(6);
      const RowOrder& order = move.orders[gather.order];
      const Rows source = load(move.sources + gather.source * block_words(6));
      for (int p = 0; p < 8; ++p) {
        const __m512i rows = take(source, order.order.data(), p, 0);
        const __m512i old = _mm512_loadu_si512(accumulator + 8 * p);
        _mm512_storeu_si512(accumulator + 8 * p,
                            _mm512_mask_ternarylogic_epi64(old, part_rows(order.rows, p), rows, complement, kOrXor));
      }
    }
  }
  // The 64 bytes of a part are a matrix of 8 rows and 8 bytes; turned, its lane b is byte b of all eight rows. Lanes of
  // all parts are then collected by b, and turned back.
  static Rows transposed(const Rows& in) {
    const __m512i lane = _mm512_setr_epi64(0, 1, 2, 3, 4, 5, 6, 7);
    const __m512i byte_in_lane = _mm512_set1_epi64(0x0706050403020100);
    // Byte k of lane b comes from byte b of lane k; for the bit transposition from lane 7 - k.
    const __m512i lane_in_bytes = _mm512_mullo_epi64(lane, _mm512_set1_epi64(0x0101010101010101));
    const __m512i turn = _mm512_or_si512(_mm512_slli_epi64(byte_in_lane, 3), lane_in_bytes);
    const __m512i turn_reversed = _mm512_xor_si512(turn, _mm512_set1_epi8(0x38));
    Rows lanes;
    for (int p = 0; p < 8; ++p) lanes.part[p] = transpose_8x8(_mm512_permutexvar_epi8(turn_reversed, in.part[p]));
    Rows out = lanes_collected(lanes);
    for (__m512i& part : out.part) part = _mm512_permutexvar_epi8(turn, part);
    return out;
  }
  static void transpose(const std::uint64_t* in, std::uint64_t* out) { store(out, transposed(load(in))); }
  static unsigned take_new(const SweptBlocks& swept, unsigned count, std::uint64_t invert, std::uint64_t* new_blocks,
                           std::uint16_t* touched) {
    static constexpr auto kLive = live_words<6>();
    const __m512i complement = _mm512_set1_epi64(static_cast<long long>(invert));
    unsigned found = 0;
    for (unsigned b = 0; b < count; ++b) {
      const Rows turned = transposed(load(swept.accumulators + b * block_words(6)));
      __m512i any = _mm512_setzero_si512();
      for (std::size_t p = 0; p < 8; ++p) {
        const std::size_t at = b * block_words(6) + 8 * p;
        __m512i fresh = turned.part[p];
        if (swept.others != nullptr) fresh |= _mm512_loadu_si512(swept.others + at);
        const __m512i decided = _mm512_loadu_si512(swept.won + at) | _mm512_loadu_si512(swept.lost + at);
        fresh = _mm512_andnot_si512(decided, (fresh ^ complement) & _mm512_loadu_si512(kLive.data() + 8 * p));
        _mm512_storeu_si512(new_blocks + at, fresh);
        any |= fresh;
      }
      touched[found] = static_cast<std::uint16_t>(b);
      found += _mm512_test_epi64_mask(any, any) != 0 ? 1U : 0U;
    }
    return found;
  }
  static constexpr Kernel kKernel{"avx512", or_rows, or_blocks, transpose, take_new, merge<6>, list<6>};

 private:
  // Lane b of every register, in order, becomes register b.
  static Rows lanes_collected(const Rows& in) {
    Rows out;
    for (int odd = 0; odd < 2; ++odd) {
      __m512i pairs[4];  // lanes 2 k + odd of two registers, next to each other
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
    return out;
  }
};

}  // namespace

const Kernel& avx512_kernel(int pieces) {
  if (pieces == 4) return Four::kKernel;
  if (pieces == 5) return Five::kKernel;
  if (pieces == 6) return Six::kKernel;
  return portable_kernel(pieces);
}

}  // namespace uisge

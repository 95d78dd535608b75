// AVX2: Haswell, Zen 1 and later.
//
// A block of four pieces is one 32-byte register, of five four of them. Rows are renumbered with a shuffle of each
// register and a choice between the results; blocks are transposed by gathering the bytes of eight columns and taking
// one bit of each byte at a time.
#include <immintrin.h>

#include "solver/kernel/kernel_table.h"

namespace uisge {

namespace {

inline __m256i load(const std::uint64_t* words) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(words));
}
inline void store(std::uint64_t* words, __m256i x) {
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(words), x);
}

// The parts of a block in registers after its transposition: which bits of them are new.
inline __m256i new_part(const SweptBlocks& swept, std::size_t at, const std::uint64_t* live, __m256i turned,
                        __m256i complement) {
  const __m256i other = swept.others == nullptr ? _mm256_setzero_si256() : load(swept.others + at);
  const __m256i found = _mm256_xor_si256(_mm256_or_si256(turned, other), complement);
  const __m256i decided = _mm256_or_si256(load(swept.won + at), load(swept.lost + at));
  return _mm256_and_si256(_mm256_andnot_si256(decided, found), load(live));
}

// For both piece counts.
template <int N>
unsigned take_blocks(void (*transpose)(const std::uint64_t*, std::uint64_t*), const SweptBlocks& swept, unsigned count,
                     std::uint64_t invert, std::uint64_t* new_blocks, std::uint16_t* touched) {
  static constexpr auto kLive = live_words<N>();
  const __m256i complement = _mm256_set1_epi64x(static_cast<long long>(invert));
  unsigned found = 0;
  for (unsigned b = 0; b < count; ++b) {
    const std::size_t at = b * block_words(N);
    std::uint64_t turned[block_words(N)];
    transpose(swept.accumulators + at, turned);
    __m256i any = _mm256_setzero_si256();
    for (std::size_t w = 0; w < block_words(N); w += 4) {
      const __m256i part = new_part(swept, at + w, kLive.data() + w, load(turned + w), complement);
      store(new_blocks + at + w, part);
      any = _mm256_or_si256(any, part);
    }
    touched[found] = static_cast<std::uint16_t>(b);
    found += _mm256_testz_si256(any, any) == 0 ? 1U : 0U;
  }
  return found;
}

struct Four {
  // All bits of the 16-bit lanes whose row is in the set.
  static __m256i row_lanes(RowMask rows) {
    const __m256i bits = _mm256_setr_epi16(1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384,
                                           static_cast<short>(0x8000));
    const __m256i all = _mm256_set1_epi16(static_cast<short>(rows));
    return _mm256_cmpeq_epi16(_mm256_and_si256(all, bits), bits);
  }
  // The rows of a block by number, a byte each.
  static __m256i take(const std::uint64_t* words, __m128i numbers) {
    const __m256i source = load(words);
    const __m256i row = _mm256_cvtepu8_epi16(numbers);
    // The two bytes of row r are 2 (r mod 8) and the next, in the half r / 8 of the register.
    const __m256i low = _mm256_slli_epi16(_mm256_and_si256(row, _mm256_set1_epi16(7)), 1);
    const __m256i both = _mm256_or_si256(low, _mm256_slli_epi16(_mm256_add_epi16(low, _mm256_set1_epi16(1)), 8));
    const __m256i from_first = _mm256_shuffle_epi8(_mm256_permute2x128_si256(source, source, 0x00), both);
    const __m256i from_second = _mm256_shuffle_epi8(_mm256_permute2x128_si256(source, source, 0x11), both);
    return _mm256_blendv_epi8(from_first, from_second, _mm256_cmpgt_epi16(row, _mm256_set1_epi16(7)));
  }
  static __m128i bytes(const std::uint8_t* order) { return _mm_loadu_si128(reinterpret_cast<const __m128i*>(order)); }
  static void or_rows(std::uint64_t* accumulator, const Gather* gathers, int count) {
    __m256i result = load(accumulator);
    for (const Gather* gather = gathers; gather != gathers + count; ++gather) {
      const __m128i numbers = _mm_xor_si128(bytes(gather->order), _mm_set1_epi8(static_cast<char>(gather->flip)));
      result = _mm256_or_si256(result, _mm256_and_si256(take(gather->source, numbers), row_lanes(gather->rows)));
    }
    store(accumulator, result);
  }
  static void or_blocks(std::uint64_t* accumulators, const BlockMove& move, const BlockMove& next,
                        std::uint64_t invert) {
    const __m256i complement = _mm256_set1_epi64x(static_cast<long long>(invert));
    for (std::size_t i = 0; i < move.count; ++i) {
      const BlockGather gather = move.gathers[i];
      prefetch<4>(next.sources + next.gathers[i].source * block_words(4));
      std::uint64_t* const accumulator = accumulators + gather.accumulator * block_words(4);
      const RowOrder& order = move.orders[gather.order];
      const __m256i rows = take(move.sources + gather.source * block_words(4), bytes(order.order.data()));
      const __m256i found = _mm256_and_si256(_mm256_xor_si256(rows, complement), row_lanes(order.rows));
      store(accumulator, _mm256_or_si256(load(accumulator), found));
    }
  }
  static void transpose(const std::uint64_t* in, std::uint64_t* out) {
    const __m256i split = _mm256_setr_epi8(0, 2, 4, 6, 8, 10, 12, 14, 1, 3, 5, 7, 9, 11, 13, 15,  //
                                           0, 2, 4, 6, 8, 10, 12, 14, 1, 3, 5, 7, 9, 11, 13, 15);
    // Low half: the first bytes of rows 0..15, that is columns 0..7; high half: columns 8..15.
    const __m256i columns = _mm256_permute4x64_epi64(_mm256_shuffle_epi8(load(in), split), 0b11'01'10'00);
    std::uint64_t rows[4] = {0, 0, 0, 0};
    __m256i shifted = columns;
    for (int k = 7; k >= 0; --k) {
      const auto bits = static_cast<std::uint32_t>(_mm256_movemask_epi8(shifted));
      rows[k / 4] |= std::uint64_t{bits & 0xFFFF} << (k % 4 * 16);
      rows[2 + k / 4] |= std::uint64_t{bits >> 16} << (k % 4 * 16);
      shifted = _mm256_slli_epi64(shifted, 1);
    }
    for (int w = 0; w < 4; ++w) out[w] = rows[w];
  }
  static unsigned take_new(const SweptBlocks& swept, unsigned count, std::uint64_t invert, std::uint64_t* new_blocks,
                           std::uint16_t* touched) {
    return take_blocks<4>(transpose, swept, count, invert, new_blocks, touched);
  }
};

struct Five {
  struct Rows {
    __m256i part[4];  // eight rows each
  };
  static Rows load_rows(const std::uint64_t* words) {
    return {{load(words), load(words + 4), load(words + 8), load(words + 12)}};
  }
  static void store_rows(std::uint64_t* words, const Rows& rows) {
    for (int p = 0; p < 4; ++p) store(words + 4 * p, rows.part[p]);
  }
  static __m256i row_lanes(RowMask rows, int part) {
    const __m256i bits = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
    const __m256i all = _mm256_set1_epi32(static_cast<int>(rows >> (8 * part) & 0xFF));
    return _mm256_cmpeq_epi32(_mm256_and_si256(all, bits), bits);
  }
  // Eight rows of the source, by number: a permutation of each of its parts, and the part chosen by the upper bits.
  static __m256i take(const Rows& source, __m256i row) {
    const __m256i a = _mm256_permutevar8x32_epi32(source.part[0], row);
    const __m256i b = _mm256_permutevar8x32_epi32(source.part[1], row);
    const __m256i c = _mm256_permutevar8x32_epi32(source.part[2], row);
    const __m256i d = _mm256_permutevar8x32_epi32(source.part[3], row);
    // Blends look at the sign bit of each lane: bits 3 and 4 of the number go there.
    const __m256 bit3 = _mm256_castsi256_ps(_mm256_slli_epi32(row, 28));
    const __m256 bit4 = _mm256_castsi256_ps(_mm256_slli_epi32(row, 27));
    const __m256 low = _mm256_blendv_ps(_mm256_castsi256_ps(a), _mm256_castsi256_ps(b), bit3);
    const __m256 high = _mm256_blendv_ps(_mm256_castsi256_ps(c), _mm256_castsi256_ps(d), bit3);
    return _mm256_castps_si256(_mm256_blendv_ps(low, high, bit4));
  }
  static __m256i row_numbers(const std::uint8_t* order, int part) {
    return _mm256_cvtepu8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(order + 8 * part)));
  }
  static void or_rows(std::uint64_t* accumulator, const Gather* gathers, int count) {
    Rows result = load_rows(accumulator);
    for (const Gather* gather = gathers; gather != gathers + count; ++gather) {
      const Rows source = load_rows(gather->source);
      for (int p = 0; p < 4; ++p) {
        const __m256i numbers = _mm256_xor_si256(row_numbers(gather->order, p), _mm256_set1_epi32(gather->flip));
        const __m256i rows = _mm256_and_si256(take(source, numbers), row_lanes(gather->rows, p));
        result.part[p] = _mm256_or_si256(result.part[p], rows);
      }
    }
    store_rows(accumulator, result);
  }
  static void or_blocks(std::uint64_t* accumulators, const BlockMove& move, const BlockMove& next,
                        std::uint64_t invert) {
    const __m256i complement = _mm256_set1_epi64x(static_cast<long long>(invert));
    for (std::size_t i = 0; i < move.count; ++i) {
      const BlockGather gather = move.gathers[i];
      prefetch<5>(next.sources + next.gathers[i].source * block_words(5));
      std::uint64_t* const accumulator = accumulators + gather.accumulator * block_words(5);
      const RowOrder& order = move.orders[gather.order];
      const Rows source = load_rows(move.sources + gather.source * block_words(5));
      for (int p = 0; p < 4; ++p) {
        const __m256i rows = _mm256_xor_si256(take(source, row_numbers(order.order.data(), p)), complement);
        const __m256i found = _mm256_and_si256(rows, row_lanes(order.rows, p));
        store(accumulator + 4 * p, _mm256_or_si256(load(accumulator + 4 * p), found));
      }
    }
  }
  static void transpose(const std::uint64_t* in, std::uint64_t* out) {
    // Within each half register: the bytes of four rows, sorted by byte number; then the halves interleaved, so that
    // 64-bit lane b of a part is byte b of its eight rows.
    const __m256i by_byte = _mm256_setr_epi8(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15,  //
                                             0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
    const __m256i interleave = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
    Rows rows = load_rows(in);
    for (__m256i& part : rows.part) {
      part = _mm256_permutevar8x32_epi32(_mm256_shuffle_epi8(part, by_byte), interleave);
    }
    // A 4 x 4 transposition of 64-bit lanes: column group b is byte b of all 32 rows.
    const __m256i even01 = _mm256_unpacklo_epi64(rows.part[0], rows.part[1]);
    const __m256i odd01 = _mm256_unpackhi_epi64(rows.part[0], rows.part[1]);
    const __m256i even23 = _mm256_unpacklo_epi64(rows.part[2], rows.part[3]);
    const __m256i odd23 = _mm256_unpackhi_epi64(rows.part[2], rows.part[3]);
    const __m256i columns[4] = {
        _mm256_permute2x128_si256(even01, even23, 0x20), _mm256_permute2x128_si256(odd01, odd23, 0x20),
        _mm256_permute2x128_si256(even01, even23, 0x31), _mm256_permute2x128_si256(odd01, odd23, 0x31)};
    for (int b = 0; b < 4; ++b) {
      __m256i shifted = columns[b];
      for (int k = 6; k >= 0; k -= 2) {
        const auto high = static_cast<std::uint32_t>(_mm256_movemask_epi8(shifted));
        const auto low = static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_slli_epi64(shifted, 1)));
        out[4 * b + k / 2] = std::uint64_t{high} << 32 | low;
        shifted = _mm256_slli_epi64(shifted, 2);
      }
    }
  }
  static unsigned take_new(const SweptBlocks& swept, unsigned count, std::uint64_t invert, std::uint64_t* new_blocks,
                           std::uint16_t* touched) {
    return take_blocks<5>(transpose, swept, count, invert, new_blocks, touched);
  }
};

}  // namespace

const Kernel& avx2_kernel(int pieces) {
  static const Kernel kFour{"avx2",
                            Four::or_rows,
                            Four::or_blocks,
                            Four::transpose,
                            Four::take_new,
                            portable_kernel(4).merge,
                            portable_kernel(4).list};
  static const Kernel kFive{"avx2",
                            Five::or_rows,
                            Five::or_blocks,
                            Five::transpose,
                            Five::take_new,
                            portable_kernel(5).merge,
                            portable_kernel(5).list};
  if (pieces == 4) return kFour;
  if (pieces == 5) return kFive;
  return portable_kernel(pieces);
}

}  // namespace uisge

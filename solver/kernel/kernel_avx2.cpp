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

struct Four {
  // All bits of the 16-bit lanes whose row is in the set.
  static __m256i row_lanes(RowMask rows) {
    const __m256i bits = _mm256_setr_epi16(1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384,
                                           static_cast<short>(0x8000));
    const __m256i all = _mm256_set1_epi16(static_cast<short>(rows));
    return _mm256_cmpeq_epi16(_mm256_and_si256(all, bits), bits);
  }
  static __m256i take(const Gather& gather) {
    const __m256i source = load(gather.source);
    const __m128i bytes = _mm_xor_si128(_mm_loadu_si128(reinterpret_cast<const __m128i*>(gather.order)),
                                        _mm_set1_epi8(static_cast<char>(gather.flip)));
    const __m256i row = _mm256_cvtepu8_epi16(bytes);
    // The two bytes of row r are 2 (r mod 8) and the next, in the half r / 8 of the register.
    const __m256i low = _mm256_slli_epi16(_mm256_and_si256(row, _mm256_set1_epi16(7)), 1);
    const __m256i both = _mm256_or_si256(low, _mm256_slli_epi16(_mm256_add_epi16(low, _mm256_set1_epi16(1)), 8));
    const __m256i from_first = _mm256_shuffle_epi8(_mm256_permute2x128_si256(source, source, 0x00), both);
    const __m256i from_second = _mm256_shuffle_epi8(_mm256_permute2x128_si256(source, source, 0x11), both);
    return _mm256_blendv_epi8(from_first, from_second, _mm256_cmpgt_epi16(row, _mm256_set1_epi16(7)));
  }
  static void or_rows(std::uint64_t* accumulator, const Gather* gathers, int count) {
    __m256i result = load(accumulator);
    for (const Gather* gather = gathers; gather != gathers + count; ++gather) {
      result = _mm256_or_si256(result, _mm256_and_si256(take(*gather), row_lanes(gather->rows)));
    }
    store(accumulator, result);
  }
  static bool and_rows(std::uint64_t* accumulator, const Gather* gathers, int count) {
    __m256i result = load(accumulator);
    bool any = true;
    for (const Gather* gather = gathers; gather != gathers + count && any; ++gather) {
      const __m256i cleared = _mm256_andnot_si256(take(*gather), row_lanes(gather->rows));
      result = _mm256_andnot_si256(cleared, result);
      any = _mm256_testz_si256(result, result) == 0;
    }
    store(accumulator, result);
    return any;
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
  static __m256i row_numbers(const Gather& gather, int part) {
    const __m128i bytes = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(gather.order + 8 * part));
    return _mm256_xor_si256(_mm256_cvtepu8_epi32(bytes), _mm256_set1_epi32(gather.flip));
  }
  static void or_rows(std::uint64_t* accumulator, const Gather* gathers, int count) {
    Rows result = load_rows(accumulator);
    for (const Gather* gather = gathers; gather != gathers + count; ++gather) {
      const Rows source = load_rows(gather->source);
      for (int p = 0; p < 4; ++p) {
        const __m256i rows = _mm256_and_si256(take(source, row_numbers(*gather, p)), row_lanes(gather->rows, p));
        result.part[p] = _mm256_or_si256(result.part[p], rows);
      }
    }
    store_rows(accumulator, result);
  }
  static bool and_rows(std::uint64_t* accumulator, const Gather* gathers, int count) {
    Rows result = load_rows(accumulator);
    bool any = true;
    for (const Gather* gather = gathers; gather != gathers + count && any; ++gather) {
      const Rows source = load_rows(gather->source);
      __m256i all = _mm256_setzero_si256();
      for (int p = 0; p < 4; ++p) {
        const __m256i cleared = _mm256_andnot_si256(take(source, row_numbers(*gather, p)), row_lanes(gather->rows, p));
        result.part[p] = _mm256_andnot_si256(cleared, result.part[p]);
        all = _mm256_or_si256(all, result.part[p]);
      }
      any = _mm256_testz_si256(all, all) == 0;
    }
    store_rows(accumulator, result);
    return any;
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
};

}  // namespace

const Kernel& avx2_kernel(int pieces) {
  static const Kernel kFour{"avx2", Four::or_rows, Four::and_rows, Four::transpose, portable_kernel(4).list};
  static const Kernel kFive{"avx2", Five::or_rows, Five::and_rows, Five::transpose, portable_kernel(5).list};
  if (pieces == 4) return kFour;
  if (pieces == 5) return kFive;
  return portable_kernel(pieces);
}

}  // namespace uisge

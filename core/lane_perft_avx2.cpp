// Perft of four positions at a time, with the instruction set AVX2. Processors have it from Haswell and Zen 1 on.
#include <immintrin.h>

#include "core/lane_perft_body.h"

namespace uisge {

namespace {

// m is a set of lanes, with a bit per lane. of[m] is the permutation that moves these lanes to the front; each lane is
// moved as two halves of 32 bits.
struct Halves {
  alignas(32) std::uint32_t of[16][8];
};

constexpr Halves compressing_halves() {
  Halves halves{};
  for (unsigned members = 0; members < 16; ++members) {
    int next = 0;
    for (unsigned lane = 0; lane < 4; ++lane) {
      if ((members >> lane & 1) == 0) continue;
      halves.of[members][next++] = 2 * lane;
      halves.of[members][next++] = 2 * lane + 1;
    }
  }
  return halves;
}

struct Avx2Lanes {
  static constexpr std::size_t kCount = 4;
  using Word [[gnu::vector_size(32)]] = std::uint64_t;
  static unsigned members(Word word) {
    const __m256i zero = _mm256_cmpeq_epi64(reinterpret_cast<__m256i>(word), _mm256_setzero_si256());
    return 0xFU ^ static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(zero)));
  }
  // A table gives the number of set bits of every half byte. Then these numbers are added within every word (Mula's
  // method).
  static Word sizes(Word word) {
    const __m256i bits = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,  //
                                          0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
    const __m256i low_half = _mm256_set1_epi8(0xF);
    const auto words = reinterpret_cast<__m256i>(word);
    const __m256i low = _mm256_shuffle_epi8(bits, words & low_half);
    const __m256i high = _mm256_shuffle_epi8(bits, _mm256_srli_epi16(words, 4) & low_half);
    return reinterpret_cast<Word>(_mm256_sad_epu8(_mm256_add_epi8(low, high), _mm256_setzero_si256()));
  }
  static void compress(std::uint64_t* words, Word word, unsigned members) {
    static constexpr Halves kHalves = compressing_halves();
    const __m256i order = _mm256_load_si256(reinterpret_cast<const __m256i*>(kHalves.of[members]));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(words),
                        _mm256_permutevar8x32_epi32(reinterpret_cast<__m256i>(word), order));
  }
};

}  // namespace

std::uint64_t lane_perft_avx2(const LaneGame& game, const LanePosition& position, int plies) {
  return lane_perft<Avx2Lanes>(game, position, plies);
}

}  // namespace uisge

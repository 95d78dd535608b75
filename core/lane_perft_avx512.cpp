// Lane perft for processors that have AVX-512 with the instruction that counts bits (Ice Lake, Zen 4 and later): eight
// positions at a time.
#include <immintrin.h>

#include "core/lane_perft_body.h"

namespace uisge {

namespace {

struct Avx512Lanes {
  static constexpr std::size_t kCount = 8;
  using Word [[gnu::vector_size(64)]] = std::uint64_t;
  static unsigned members(Word word) {
    return _mm512_test_epi64_mask(reinterpret_cast<__m512i>(word), reinterpret_cast<__m512i>(word));
  }
  static Word sizes(Word word) { return reinterpret_cast<Word>(_mm512_popcnt_epi64(reinterpret_cast<__m512i>(word))); }
  static void compress(std::uint64_t* words, Word word, unsigned members) {
    // We compress to a register and then store: an instruction that does both is many times slower on Zen 4.
    _mm512_storeu_si512(words,
                        _mm512_maskz_compress_epi64(static_cast<__mmask8>(members), reinterpret_cast<__m512i>(word)));
  }
};

}  // namespace

std::uint64_t lane_perft_avx512(const LaneGame& game, const LanePosition& position, int plies) {
  return lane_perft<Avx512Lanes>(game, position, plies);
}

}  // namespace uisge

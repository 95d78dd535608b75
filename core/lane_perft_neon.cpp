// Lane perft with NEON, which every 64-bit ARM processor has: two positions at a time.
#include <arm_neon.h>

#include "core/lane_perft_body.h"

namespace uisge {

namespace {

// Entry m lists the bytes of the lanes in the set m (a bit per lane): a shuffle by it moves these lanes to the front.
constexpr std::uint8_t kCompressingBytes[4][16] = {{},
                                                   {0, 1, 2, 3, 4, 5, 6, 7},
                                                   {8, 9, 10, 11, 12, 13, 14, 15},
                                                   {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}};

struct NeonLanes {
  static constexpr std::size_t kCount = 2;
  using Word [[gnu::vector_size(16)]] = std::uint64_t;
  static unsigned members(Word word) {
    static constexpr std::uint64_t kBits[] = {1, 2};
    const auto words = reinterpret_cast<uint64x2_t>(word);
    return static_cast<unsigned>(vaddvq_u64(vtstq_u64(words, words) & vld1q_u64(kBits)));
  }
  static Word sizes(Word word) {
    const uint8x16_t of_bytes = vcntq_u8(reinterpret_cast<uint8x16_t>(word));
    return reinterpret_cast<Word>(vpaddlq_u32(vpaddlq_u16(vpaddlq_u8(of_bytes))));
  }
  static void compress(std::uint64_t* words, Word word, unsigned members) {
    const uint8x16_t order = vld1q_u8(kCompressingBytes[members]);
    vst1q_u64(words, vreinterpretq_u64_u8(vqtbl1q_u8(reinterpret_cast<uint8x16_t>(word), order)));
  }
};

}  // namespace

std::uint64_t lane_perft_neon(const LaneGame& game, const LanePosition& position, int plies) {
  return lane_perft<NeonLanes>(game, position, plies);
}

}  // namespace uisge

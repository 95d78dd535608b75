#include "solver/checkpoint/word_code.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>
#include <span>

#include "core/bits.h"

namespace uisge {

static_assert(std::endian::native == std::endian::little, "words are copied as bytes");

namespace {

constexpr std::size_t kMaskBytes = sizeof(std::uint64_t);
constexpr std::size_t kWordBytes = sizeof(std::uint64_t);

std::uint8_t* pack_words(const std::uint64_t* words, std::size_t count, std::uint8_t* out) {
  for (std::size_t first = 0; first < count; first += kWordsPerMask) {
    const std::span group(words + first, std::min(kWordsPerMask, count - first));
    std::uint64_t mask = 0;
    for (std::size_t w = 0; w < group.size(); ++w) mask |= std::uint64_t{group[w] != 0} << w;
    std::memcpy(out, &mask, kMaskBytes);
    std::uint8_t* byte_mask = out + kMaskBytes;
    out = byte_mask + std::popcount(mask);
    for (; mask != 0; mask &= mask - 1) {
      const std::uint64_t word = group[lowest_bit(mask)];
      *byte_mask = 0;
      for (std::size_t byte = 0; byte < kWordBytes; ++byte) {
        const auto value = static_cast<std::uint8_t>(word >> (8 * byte));
        if (value == 0) continue;
        *byte_mask = static_cast<std::uint8_t>(*byte_mask | 1u << byte);
        *out++ = value;
      }
      ++byte_mask;
    }
  }
  return out;
}

std::size_t unpack_words(const std::uint8_t* data, std::size_t byte_count, std::uint64_t* words, std::size_t count) {
  const std::span bytes(data, byte_count);
  std::size_t at = 0;
  for (std::size_t first = 0; first < count; first += kWordsPerMask) {
    const std::span group(words + first, std::min(kWordsPerMask, count - first));
    if (bytes.size() - at < kMaskBytes) return 0;
    std::uint64_t mask;
    std::memcpy(&mask, bytes.data() + at, kMaskBytes);
    at += kMaskBytes;
    const bool fits = group.size() == kWordsPerMask || mask >> group.size() == 0;
    const std::size_t members = bit_count(mask);
    if (!fits || bytes.size() - at < members) return 0;
    const auto byte_masks = bytes.subspan(at, members);
    at += members;
    std::fill(group.begin(), group.end(), 0);
    for (const std::uint8_t byte_mask : byte_masks) {
      if (bytes.size() - at < bit_count(byte_mask)) return 0;
      std::uint64_t& word = group[lowest_bit(mask)];
      mask &= mask - 1;
      for (unsigned rest = byte_mask; rest != 0; rest &= rest - 1) {
        word |= std::uint64_t{bytes[at++]} << (8 * std::countr_zero(rest));
      }
    }
  }
  return at;
}

void assign_where(const std::uint64_t* words, std::size_t count, std::uint16_t value, std::uint16_t* values) {
  for (std::size_t w = 0; w < count; ++w) {
    for (std::uint64_t rest = words[w]; rest != 0; rest &= rest - 1) {
      values[64 * w + lowest_bit(rest)] = value;
    }
  }
}

constexpr WordCode kPortableWordCode{pack_words, unpack_words, assign_where};

}  // namespace

const WordCode& word_code(InstructionSet set) {
  assert(is_supported(set));
#if defined(__x86_64__)
  if (set == InstructionSet::kAvx512) return avx512_word_code();
#endif
  return kPortableWordCode;
}

}  // namespace uisge

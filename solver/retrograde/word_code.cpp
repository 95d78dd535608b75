#include "solver/retrograde/word_code.h"

#include <algorithm>
#include <bit>
#include <cstring>

#if defined(__x86_64__)
#if defined(__GNUC__) && !defined(__clang__)
// GCC 12's own AVX-512 headers start from a variable that they leave uninitialised on purpose (GCC bug 105593).
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#include <immintrin.h>
#endif

namespace uisge {

static_assert(std::endian::native == std::endian::little, "words are copied as bytes");

namespace {

constexpr std::size_t kMaskBytes = sizeof(std::uint64_t);
constexpr std::size_t kWordBytes = sizeof(std::uint64_t);

// Whether a mask belongs to a group of `words` words.
constexpr bool fits(std::uint64_t mask, std::size_t words) {
  return words == kWordsPerMask || mask >> words == 0;
}

}  // namespace

namespace portable {

std::uint8_t* pack_words(std::span<const std::uint64_t> words, std::uint8_t* out) {
  for (std::size_t first = 0; first < words.size(); first += kWordsPerMask) {
    const auto group = words.subspan(first, std::min(kWordsPerMask, words.size() - first));
    std::uint64_t mask = 0;
    for (std::size_t w = 0; w < group.size(); ++w) mask |= std::uint64_t{group[w] != 0} << w;
    std::memcpy(out, &mask, kMaskBytes);
    std::uint8_t* byte_mask = out + kMaskBytes;
    out = byte_mask + std::popcount(mask);
    for (; mask != 0; mask &= mask - 1) {
      const std::uint64_t word = group[static_cast<std::size_t>(std::countr_zero(mask))];
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

std::size_t unpack_words(std::span<const std::uint8_t> bytes, std::span<std::uint64_t> words) {
  std::size_t at = 0;
  for (std::size_t first = 0; first < words.size(); first += kWordsPerMask) {
    const auto group = words.subspan(first, std::min(kWordsPerMask, words.size() - first));
    if (bytes.size() - at < kMaskBytes) return 0;
    std::uint64_t mask;
    std::memcpy(&mask, bytes.data() + at, kMaskBytes);
    at += kMaskBytes;
    const auto count = static_cast<std::size_t>(std::popcount(mask));
    if (!fits(mask, group.size()) || bytes.size() - at < count) return 0;
    const auto byte_masks = bytes.subspan(at, count);
    at += count;
    std::fill(group.begin(), group.end(), 0);
    for (const std::uint8_t byte_mask : byte_masks) {
      if (bytes.size() - at < static_cast<std::size_t>(std::popcount(byte_mask))) return 0;
      std::uint64_t& word = group[static_cast<std::size_t>(std::countr_zero(mask))];
      mask &= mask - 1;
      for (unsigned rest = byte_mask; rest != 0; rest &= rest - 1) {
        word |= std::uint64_t{bytes[at++]} << (8 * std::countr_zero(rest));
      }
    }
  }
  return at;
}

void assign_where(std::span<const std::uint64_t> words, std::uint16_t value, std::uint16_t* values) {
  for (std::size_t w = 0; w < words.size(); ++w) {
    for (std::uint64_t rest = words[w]; rest != 0; rest &= rest - 1) {
      values[64 * w + static_cast<std::size_t>(std::countr_zero(rest))] = value;
    }
  }
}

}  // namespace portable

#if defined(__x86_64__)

#define UISGE_VBMI2 __attribute__((target("avx512f,avx512bw,avx512vbmi2,bmi2,popcnt")))

namespace {

const bool kHasVbmi2 = __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0 &&
                       __builtin_cpu_supports("avx512vbmi2") != 0 && __builtin_cpu_supports("bmi2") != 0;

// Of the words or bytes of a group, the first `count`.
UISGE_VBMI2 inline std::uint64_t first_of(std::size_t count) {
  return _bzhi_u64(~std::uint64_t{0}, static_cast<unsigned>(count));
}

// The part of a group of 64 words that goes into a register, of which a group has eight.
constexpr std::size_t kPartWords = 8;
constexpr std::size_t kParts = kWordsPerMask / kPartWords;

UISGE_VBMI2 std::uint8_t* pack_vbmi2(std::span<const std::uint64_t> words, std::uint8_t* out) {
  for (std::size_t first = 0; first < words.size(); first += kWordsPerMask) {
    const std::uint64_t there = first_of(std::min(kWordsPerMask, words.size() - first));
    const auto part = [&](std::size_t p) UISGE_VBMI2 {
      return _mm512_maskz_loadu_epi64(static_cast<__mmask8>(there >> (kPartWords * p)),
                                      words.data() + first + kPartWords * p);
    };
    alignas(64) std::uint64_t byte_masks[kParts];
    for (std::size_t p = 0; p < kParts; ++p) byte_masks[p] = _mm512_test_epi8_mask(part(p), part(p));
    const __m512i all = _mm512_load_si512(byte_masks);
    const std::uint64_t mask = _mm512_test_epi8_mask(all, all);
    std::memcpy(out, &mask, kMaskBytes);
    _mm512_storeu_si512(out + kMaskBytes, _mm512_maskz_compress_epi8(mask, all));
    out += kMaskBytes + static_cast<std::size_t>(std::popcount(mask));
    for (std::size_t p = 0; p < kParts; ++p) {
      _mm512_storeu_si512(out, _mm512_maskz_compress_epi8(byte_masks[p], part(p)));
      out += std::popcount(byte_masks[p]);
    }
  }
  return out;
}

UISGE_VBMI2 std::size_t unpack_vbmi2(std::span<const std::uint8_t> bytes, std::span<std::uint64_t> words) {
  std::size_t at = 0;
  // The next `count` bytes, to where the mask says; false if there are fewer.
  const auto take = [&](std::uint64_t mask, __m512i& result) UISGE_VBMI2 {
    const auto count = static_cast<std::size_t>(std::popcount(mask));
    if (bytes.size() - at < count) return false;
    result = _mm512_maskz_expand_epi8(mask, _mm512_maskz_loadu_epi8(first_of(count), bytes.data() + at));
    at += count;
    return true;
  };
  for (std::size_t first = 0; first < words.size(); first += kWordsPerMask) {
    const std::size_t group = std::min(kWordsPerMask, words.size() - first);
    if (bytes.size() - at < kMaskBytes) return 0;
    std::uint64_t mask;
    std::memcpy(&mask, bytes.data() + at, kMaskBytes);
    at += kMaskBytes;
    __m512i all;
    if (!fits(mask, group) || !take(mask, all)) return 0;
    alignas(64) std::uint64_t byte_masks[kParts];
    _mm512_store_si512(byte_masks, all);
    const std::uint64_t there = first_of(group);
    for (std::size_t p = 0; p < kParts; ++p) {
      __m512i part;
      if (!take(byte_masks[p], part)) return 0;
      _mm512_mask_storeu_epi64(words.data() + first + kPartWords * p, static_cast<__mmask8>(there >> (kPartWords * p)),
                               part);
    }
  }
  return at;
}

UISGE_VBMI2 void assign_vbmi2(std::span<const std::uint64_t> words, std::uint16_t value, std::uint16_t* values) {
  const __m512i all = _mm512_set1_epi16(static_cast<short>(value));
  for (std::size_t first = 0; first < words.size(); first += kPartWords) {
    const auto there = static_cast<__mmask8>(first_of(std::min(kPartWords, words.size() - first)));
    const __m512i part = _mm512_maskz_loadu_epi64(there, words.data() + first);
    for (unsigned rest = _mm512_test_epi64_mask(part, part); rest != 0; rest &= rest - 1) {
      const std::size_t at = first + static_cast<std::size_t>(std::countr_zero(rest));
      std::uint16_t* const of_word = values + 64 * at;
      // Not a masked store, which is slow where a mask is found to leave everything out.
      const auto lower = static_cast<__mmask32>(words[at]);
      const auto upper = static_cast<__mmask32>(words[at] >> 32);
      _mm512_storeu_si512(of_word, _mm512_mask_mov_epi16(_mm512_loadu_si512(of_word), lower, all));
      _mm512_storeu_si512(of_word + 32, _mm512_mask_mov_epi16(_mm512_loadu_si512(of_word + 32), upper, all));
    }
  }
}

}  // namespace

std::uint8_t* pack_words(std::span<const std::uint64_t> words, std::uint8_t* out) {
  return kHasVbmi2 ? pack_vbmi2(words, out) : portable::pack_words(words, out);
}
std::size_t unpack_words(std::span<const std::uint8_t> bytes, std::span<std::uint64_t> words) {
  return kHasVbmi2 ? unpack_vbmi2(bytes, words) : portable::unpack_words(bytes, words);
}
void assign_where(std::span<const std::uint64_t> words, std::uint16_t value, std::uint16_t* values) {
  kHasVbmi2 ? assign_vbmi2(words, value, values) : portable::assign_where(words, value, values);
}

#else

std::uint8_t* pack_words(std::span<const std::uint64_t> words, std::uint8_t* out) {
  return portable::pack_words(words, out);
}
std::size_t unpack_words(std::span<const std::uint8_t> bytes, std::span<std::uint64_t> words) {
  return portable::unpack_words(bytes, words);
}
void assign_where(std::span<const std::uint64_t> words, std::uint16_t value, std::uint16_t* values) {
  portable::assign_where(words, value, values);
}

#endif

}  // namespace uisge

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
constexpr std::size_t kGroupBytes = kWordsPerMask * sizeof(std::uint64_t);

// Whether a mask belongs to a group of so many words.
constexpr bool fits(std::uint64_t mask, std::size_t words) {
  return words == kWordsPerMask || mask >> (8 * words) == 0;
}

}  // namespace

namespace portable {

std::uint8_t* pack_words(std::span<const std::uint64_t> words, std::uint8_t* out) {
  for (std::size_t first = 0; first < words.size(); first += kWordsPerMask) {
    const auto group = words.subspan(first, std::min(kWordsPerMask, words.size() - first));
    std::uint8_t* const head = out;
    out += kMaskBytes;
    std::uint64_t mask = 0;
    for (std::size_t w = 0; w < group.size(); ++w) {
      if (group[w] == 0) continue;
      for (std::size_t byte = 0; byte < sizeof(std::uint64_t); ++byte) {
        const auto value = static_cast<std::uint8_t>(group[w] >> (8 * byte));
        *out = value;
        out += value != 0 ? 1 : 0;
        mask |= std::uint64_t{value != 0} << (8 * w + byte);
      }
    }
    std::memcpy(head, &mask, kMaskBytes);
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
    if (!fits(mask, group.size()) || bytes.size() - at < static_cast<std::size_t>(std::popcount(mask))) return 0;
    std::fill(group.begin(), group.end(), 0);
    for (; mask != 0; mask &= mask - 1) {
      const auto place = static_cast<std::size_t>(std::countr_zero(mask));
      group[place / 8] |= std::uint64_t{bytes[at++]} << (place % 8 * 8);
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

UISGE_VBMI2 std::uint8_t* pack_vbmi2(std::span<const std::uint64_t> words, std::uint8_t* out) {
  for (std::size_t first = 0; first < words.size(); first += kWordsPerMask) {
    const auto there = static_cast<__mmask8>(first_of(std::min(kWordsPerMask, words.size() - first)));
    const __m512i group = _mm512_maskz_loadu_epi64(there, words.data() + first);
    const std::uint64_t mask = _mm512_test_epi8_mask(group, group);
    std::memcpy(out, &mask, kMaskBytes);
    _mm512_storeu_si512(out + kMaskBytes, _mm512_maskz_compress_epi8(mask, group));
    out += kMaskBytes + static_cast<std::size_t>(std::popcount(mask));
  }
  return out;
}

UISGE_VBMI2 std::size_t unpack_vbmi2(std::span<const std::uint8_t> bytes, std::span<std::uint64_t> words) {
  std::size_t at = 0;
  for (std::size_t first = 0; first < words.size(); first += kWordsPerMask) {
    const std::size_t group = std::min(kWordsPerMask, words.size() - first);
    if (bytes.size() - at < kMaskBytes) return 0;
    std::uint64_t mask;
    std::memcpy(&mask, bytes.data() + at, kMaskBytes);
    at += kMaskBytes;
    const auto count = static_cast<std::size_t>(std::popcount(mask));
    if (!fits(mask, group) || bytes.size() - at < count) return 0;
    const __m512i packed = _mm512_maskz_loadu_epi8(first_of(count), bytes.data() + at);
    _mm512_mask_storeu_epi64(words.data() + first, static_cast<__mmask8>(first_of(group)),
                             _mm512_maskz_expand_epi8(mask, packed));
    at += count;
  }
  return at;
}

UISGE_VBMI2 void assign_vbmi2(std::span<const std::uint64_t> words, std::uint16_t value, std::uint16_t* values) {
  const __m512i all = _mm512_set1_epi16(static_cast<short>(value));
  for (const std::uint64_t word : words) {
    // Not a masked store, which is slow where a mask is found to leave everything out.
    const auto lower = static_cast<__mmask32>(word);
    const auto upper = static_cast<__mmask32>(word >> 32);
    _mm512_storeu_si512(values, _mm512_mask_mov_epi16(_mm512_loadu_si512(values), lower, all));
    _mm512_storeu_si512(values + 32, _mm512_mask_mov_epi16(_mm512_loadu_si512(values + 32), upper, all));
    values += 64;
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

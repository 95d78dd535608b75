// The code of word_code.h with AVX-512, whose extension VBMI2 compresses and expands bytes. A group of 64 words fills
// eight registers. For each register a mask says which of its 64 bytes are not zero, and only these bytes are stored.
#if defined(__GNUC__) && !defined(__clang__)
// GCC 12's AVX-512 headers use a variable that they leave uninitialised on purpose (GCC bug 105593).
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#include <immintrin.h>

#include <cstring>

#include "solver/checkpoint/word_code.h"

namespace uisge {

namespace {

constexpr std::size_t kGroupMaskBytes = sizeof(std::uint64_t);
constexpr std::size_t kRegisterWords = 8;
constexpr std::size_t kRegisters = kWordsPerMask / kRegisterWords;  // of a group

std::size_t bits_of(std::uint64_t mask) {
  return static_cast<std::size_t>(__builtin_popcountll(mask));
}

// A mask of the lowest `count` bits; of all 64 bits if `count` is greater than 64.
std::uint64_t lowest_bits(std::size_t count) {
  return _bzhi_u64(~std::uint64_t{0}, count < 64 ? static_cast<unsigned>(count) : 64);
}

__mmask8 words_of_part(std::uint64_t words, std::size_t part) {
  return static_cast<__mmask8>(words >> (kRegisterWords * part));
}

std::uint8_t* pack_by_registers(const std::uint64_t* words, std::size_t count, std::uint8_t* out) {
  for (std::size_t first = 0; first < count; first += kWordsPerMask) {
    const std::uint64_t there = lowest_bits(count - first);
    const auto part = [&](std::size_t p) {
      return _mm512_maskz_loadu_epi64(words_of_part(there, p), words + first + kRegisterWords * p);
    };
    alignas(64) std::uint64_t byte_masks[kRegisters];
    for (std::size_t p = 0; p < kRegisters; ++p) byte_masks[p] = _mm512_test_epi8_mask(part(p), part(p));
    const __m512i all = _mm512_load_si512(byte_masks);
    const std::uint64_t mask = _mm512_test_epi8_mask(all, all);
    std::memcpy(out, &mask, kGroupMaskBytes);
    _mm512_storeu_si512(out + kGroupMaskBytes, _mm512_maskz_compress_epi8(mask, all));
    out += kGroupMaskBytes + bits_of(mask);
    for (std::size_t p = 0; p < kRegisters; ++p) {
      _mm512_storeu_si512(out, _mm512_maskz_compress_epi8(byte_masks[p], part(p)));
      out += bits_of(byte_masks[p]);
    }
  }
  return out;
}

std::size_t unpack_by_registers(const std::uint8_t* bytes, std::size_t byte_count, std::uint64_t* words,
                                std::size_t count) {
  std::size_t at = 0;
  // Moves the next bytes of the input to those bytes of `result` whose bits in `mask` are set. Returns false if the
  // input has too few bytes.
  const auto take = [&](std::uint64_t mask, __m512i& result) {
    const std::size_t taken = bits_of(mask);
    if (byte_count - at < taken) return false;
    result = _mm512_maskz_expand_epi8(mask, _mm512_maskz_loadu_epi8(lowest_bits(taken), bytes + at));
    at += taken;
    return true;
  };
  for (std::size_t first = 0; first < count; first += kWordsPerMask) {
    const std::uint64_t there = lowest_bits(count - first);
    if (byte_count - at < kGroupMaskBytes) return 0;
    std::uint64_t mask;
    std::memcpy(&mask, bytes + at, kGroupMaskBytes);
    at += kGroupMaskBytes;
    __m512i all;
    if ((mask & ~there) != 0 || !take(mask, all)) return 0;
    alignas(64) std::uint64_t byte_masks[kRegisters];
    _mm512_store_si512(byte_masks, all);
    for (std::size_t p = 0; p < kRegisters; ++p) {
      __m512i part;
      if (!take(byte_masks[p], part)) return 0;
      _mm512_mask_storeu_epi64(words + first + kRegisterWords * p, words_of_part(there, p), part);
    }
  }
  return at;
}

void assign_by_registers(const std::uint64_t* words, std::size_t count, std::uint16_t value, std::uint16_t* values) {
  const __m512i all = _mm512_set1_epi16(static_cast<short>(value));
  for (std::size_t first = 0; first < count; first += kRegisterWords) {
    const __m512i part = _mm512_maskz_loadu_epi64(words_of_part(lowest_bits(count - first), 0), words + first);
    for (unsigned rest = _mm512_test_epi64_mask(part, part); rest != 0; rest &= rest - 1) {
      const std::size_t at = first + static_cast<std::size_t>(__builtin_ctz(rest));
      std::uint16_t* const of_word = values + 64 * at;
      // This is not a masked store, since a masked store is slow if its mask is zero.
      const auto lower = static_cast<__mmask32>(words[at]);
      const auto upper = static_cast<__mmask32>(words[at] >> 32);
      _mm512_storeu_si512(of_word, _mm512_mask_mov_epi16(_mm512_loadu_si512(of_word), lower, all));
      _mm512_storeu_si512(of_word + 32, _mm512_mask_mov_epi16(_mm512_loadu_si512(of_word + 32), upper, all));
    }
  }
}

constexpr WordCode kAvx512WordCode{pack_by_registers, unpack_by_registers, assign_by_registers};

}  // namespace

const WordCode& avx512_word_code() {
  return kAvx512WordCode;
}

}  // namespace uisge

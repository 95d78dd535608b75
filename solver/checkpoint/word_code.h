// A code for bit strings that leaves out zero bytes. The code of a group of 64 words has three parts: a mask of the
// words that are not zero; for each of these words, a mask of its bytes that are not zero; and the bytes that are not
// zero. The last group may have fewer than 64 words; the bits of its mask that have no word are zero. Masks are
// little-endian.
//
// If a ply decides one position in a hundred, gap codes (gap_code.h) take half the space of this code, but handle
// positions one by one. This code handles 64 bytes at a time, with the byte compression of AVX-512 (VBMI2) if the
// caller chooses that instruction set.
//
// All functions are pure and thread-safe. The parameters are pointers and integers, because files that are compiled for
// an instruction set must not use inline functions that other files share.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/instruction_set.h"

namespace uisge {

inline constexpr std::size_t kWordsPerMask = 64;

struct WordCode {
  // Writes the code of `count` words, and returns the address after its last byte. REQUIRES: room for
  // max_packed_bytes(count).
  std::uint8_t* (*pack)(const std::uint64_t* words, std::size_t count, std::uint8_t* out);
  // Fills all `count` words and returns how many bytes were read, or 0 if the bytes are cut off or are not a code of
  // `count` words. Safe with any bytes.
  std::size_t (*unpack)(const std::uint8_t* bytes, std::size_t byte_count, std::uint64_t* words, std::size_t count);
  // values[i] = value for every set bit i of the words. REQUIRES: `values` has 64 elements per word.
  void (*assign)(const std::uint64_t* words, std::size_t count, std::uint16_t value, std::uint16_t* values);
};

// The functions of the word code for an instruction set. All instruction sets give the same bytes. REQUIRES:
// is_supported(set).
const WordCode& word_code(InstructionSet set);
const WordCode& avx512_word_code();  // on x86-64

// An upper bound on the packed bytes of `words` words; `pack` may write up to that many bytes, even if the code is
// shorter.
constexpr std::size_t max_packed_bytes(std::size_t words) {
  return (words / kWordsPerMask + 1) * (sizeof(std::uint64_t) + kWordsPerMask + kWordsPerMask * sizeof(std::uint64_t));
}

}  // namespace uisge

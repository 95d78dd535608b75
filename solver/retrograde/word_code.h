// Bit strings as bytes, without the zeros: for every 64 words a mask of the words that are not zero, for each of those
// a mask of its bytes that are not zero, and then these bytes.
//
// Where a ply decides one position in a hundred, gap codes (gap_code.h) need half the space but work for every member;
// this works for every 64 bytes at once, with the byte compression of AVX-512 (VBMI2) where the machine has it. The
// last 64 words may be fewer; the bits of their mask for words that are not there are zero. Masks are little-endian.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace uisge {

inline constexpr std::size_t kWordsPerMask = 64;

// An upper bound on the packed bytes of `words` words, and what pack_words may write in any case.
constexpr std::size_t max_packed_bytes(std::size_t words) {
  return (words / kWordsPerMask + 1) * (sizeof(std::uint64_t) + kWordsPerMask + kWordsPerMask * sizeof(std::uint64_t));
}

// Writes the code of the words and returns its end. REQUIRES: room for max_packed_bytes(words.size()).
std::uint8_t* pack_words(std::span<const std::uint64_t> words, std::uint8_t* out);

// Fills all of `words`; returns how many bytes that took, or 0 if the bytes are cut off or no such code. Safe with any
// bytes.
std::size_t unpack_words(std::span<const std::uint8_t> bytes, std::span<std::uint64_t> words);

// values[i] = value for every set bit i of the words. REQUIRES: 64 values a word.
void assign_where(std::span<const std::uint64_t> words, std::uint16_t value, std::uint16_t* values);

// The same for any machine; the functions above are these unless the machine can do better.
namespace portable {
std::uint8_t* pack_words(std::span<const std::uint64_t> words, std::uint8_t* out);
std::size_t unpack_words(std::span<const std::uint8_t> bytes, std::span<std::uint64_t> words);
void assign_where(std::span<const std::uint64_t> words, std::uint16_t value, std::uint16_t* values);
}  // namespace portable

}  // namespace uisge

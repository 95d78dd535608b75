// Bit mixing for hash functions and random draws.
#pragma once

#include <cstdint>

namespace uisge {

// 2^64 divided by the golden ratio. The upper bits of the multiples of this number are spread evenly (Fibonacci
// hashing, Knuth).
inline constexpr std::uint64_t kGoldenRatio = 0x9E37'79B9'7F4A'7C15;

// The finaliser of splitmix64 (Steele, Lea and Flood 2014). Different numbers give different results.
constexpr std::uint64_t mix_bits(std::uint64_t x) {
  x = (x ^ x >> 30) * 0xBF58'476D'1CE4'E5B9;
  x = (x ^ x >> 27) * 0x94D0'49BB'1331'11EB;
  return x ^ x >> 31;
}

}  // namespace uisge

// Random numbers that can be drawn alone: the one with a given number in the sequence of a seed.
#pragma once

#include <cstdint>

namespace uisge {

// A 64-bit mix (splitmix64, Steele, Lea and Flood 2014) of seed and number. Pure.
constexpr std::uint64_t random_number(std::uint64_t seed, std::uint64_t number) {
  std::uint64_t z = seed + (number + 1) * 0x9E37'79B9'7F4A'7C15;
  z = (z ^ z >> 30) * 0xBF58'476D'1CE4'E5B9;
  z = (z ^ z >> 27) * 0x94D0'49BB'1331'11EB;
  return z ^ z >> 31;
}

}  // namespace uisge

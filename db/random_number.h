// The sequence of random numbers that a seed determines, with access to any element.
#pragma once

#include <cstdint>

#include "db/bit_mix.h"

namespace uisge {

// Element `number` of the sequence that splitmix64 makes from the seed; an element has 64 bits. Pure.
constexpr std::uint64_t random_number(std::uint64_t seed, std::uint64_t number) {
  return mix_bits(seed + (number + 1) * kGoldenRatio);
}

}  // namespace uisge

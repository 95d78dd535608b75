// Computes any element of the sequence of random numbers that a seed determines.
#pragma once

#include <cstdint>

#include "db/bit_mix.h"

namespace uisge {

// Element `number` of the splitmix64 sequence of `seed`. Pure.
constexpr std::uint64_t random_number(std::uint64_t seed, std::uint64_t number) {
  return mix_bits(seed + (number + 1) * kGoldenRatio);
}

}  // namespace uisge

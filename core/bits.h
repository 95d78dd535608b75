// Functions that count bits. Unlike the standard's functions, these functions return unsigned numbers.
//
// Files that are compiled for one instruction set (uisge_add_vector_sources in CMakeLists.txt) must not include this
// header: the linker keeps only one copy of an inline function, and that copy may use instructions that the processor
// lacks.
#pragma once

#include <bit>
#include <concepts>

namespace uisge {

template <std::unsigned_integral T>
constexpr unsigned bit_count(T bits) {
  return static_cast<unsigned>(std::popcount(bits));
}

// REQUIRES: bits != 0.
template <std::unsigned_integral T>
constexpr unsigned lowest_bit(T bits) {
  return static_cast<unsigned>(std::countr_zero(bits));
}

}  // namespace uisge

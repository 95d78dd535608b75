// What the implementation files export to kernel.cpp. They are compiled for their instruction set, so they include
// nothing with inline functions that other files might share.
#pragma once

#include "solver/kernel/kernel.h"

namespace uisge {

// Asks the cache for a block.
template <int N>
[[gnu::always_inline]] static inline void prefetch(const std::uint64_t* block) {
  for (std::size_t word = 0; word < block_words(N); word += 8) __builtin_prefetch(block + word);
}

const Kernel& portable_kernel(int pieces);
// The fallback is what an instruction set uses for the piece counts it has nothing better for.
const Kernel& avx2_kernel(int pieces);
const Kernel& avx512_kernel(int pieces);

}  // namespace uisge

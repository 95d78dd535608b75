// A register of 32 bytes, for the parameter R of BlockInRegisters (vector_loops.h).
//
// Only files that are compiled for AVX2 or AVX-512 include this header. All its functions are always inlined. Otherwise
// the linker would keep one file's copy of a function for all files, and that copy may use instructions that the
// processor lacks.
#pragma once

#include <immintrin.h>

#include <cstdint>

namespace uisge {

struct YmmRegister {
  using Part = __m256i;
  [[gnu::always_inline]] static inline Part load(const std::uint64_t* words) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(words));
  }
  [[gnu::always_inline]] static inline void store(std::uint64_t* words, Part part) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(words), part);
  }
  [[gnu::always_inline]] static inline Part broadcast(std::uint64_t word) {
    return _mm256_set1_epi64x(static_cast<long long>(word));
  }
  [[gnu::always_inline]] static inline bool any(Part part) { return _mm256_testz_si256(part, part) == 0; }
};

}  // namespace uisge

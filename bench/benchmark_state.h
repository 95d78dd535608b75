// Converts between the integer types of Google Benchmark and those of the engine.
#pragma once

#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>

namespace uisge {

inline int argument(const benchmark::State& state, std::size_t place = 0) {
  return static_cast<int>(state.range(place));
}

inline std::size_t thread_argument(const benchmark::State& state, std::size_t place = 0) {
  return static_cast<std::size_t>(state.range(place));
}

// The number of items or bytes of all iterations. `of_one`: the number per iteration.
inline std::int64_t of_all_iterations(const benchmark::State& state, std::size_t of_one) {
  return state.iterations() * static_cast<std::int64_t>(of_one);
}

}  // namespace uisge

// The kernels of card_kernels.cu, compiled as plain C++ for tests: a warp is a loop over its lanes.
#pragma once

#include <cstdint>
#include <span>

namespace uisge {

struct EmulatedKernel {
  const char* name;                                          // the name in the module
  void (*run)(std::uint32_t group, const void* parameters);  // runs all threads of one group
  std::size_t parameter_bytes;
};
std::span<const EmulatedKernel> emulated_kernels();

// The bytes of planes that kernels have read and written in the card's memory since the last call.
struct EmulatedTraffic {
  std::uint64_t read = 0;
  std::uint64_t written = 0;
};
EmulatedTraffic take_emulated_traffic();

}  // namespace uisge

// Functions for all code that launches kernels: they divide a launch's work into groups, and align lists in memory.
#pragma once

#include <cstdint>

#include "solver/card/card.h"
#include "solver/card/card_step.h"

namespace uisge {

// Launches a kernel on `warps` warps; does nothing if the number is 0.
inline Result<void> launch_warps(CardStream& stream, CardKernel kernel, std::uint64_t warps, const void* parameters) {
  if (warps == 0) return {};
  const auto groups = static_cast<std::uint32_t>((warps + kWarpsPerGroup - 1) / kWarpsPerGroup);
  return stream.launch(kernel, groups, 32 * kWarpsPerGroup, parameters);
}

// The number of warps that a kernel needs if each lane answers one question.
constexpr std::uint64_t warps_for_questions(std::uint64_t questions) {
  return (questions + 31) / 32;
}

// The bytes that a list takes, with the padding that aligns the next list.
constexpr std::uint64_t aligned_list(std::uint64_t bytes) {
  constexpr std::uint64_t kAlignment = 256;
  return (bytes + kAlignment - 1) / kAlignment * kAlignment;
}

}  // namespace uisge

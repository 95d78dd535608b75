// What the launchers of kernels share: how work is divided into groups, and where lists begin in memory.
#pragma once

#include <cstdint>

#include "solver/card/card.h"
#include "solver/card/card_step.h"

namespace uisge {

// Launches a kernel on that many warps. No warps are no work.
inline Result<void> launch_warps(CardStream& stream, CardKernel kernel, std::uint64_t warps, const void* parameters) {
  if (warps == 0) return {};
  const auto groups = static_cast<std::uint32_t>((warps + kWarpsPerGroup - 1) / kWarpsPerGroup);
  return stream.launch(kernel, groups, 32 * kWarpsPerGroup, parameters);
}

// The warps of a kernel in which each lane answers one question.
constexpr std::uint64_t warps_for_questions(std::uint64_t questions) {
  return (questions + 31) / 32;
}

// The bytes that a list takes, up to where the next one can begin.
constexpr std::uint64_t aligned_list(std::uint64_t bytes) {
  constexpr std::uint64_t kAlignment = 256;
  return (bytes + kAlignment - 1) / kAlignment * kAlignment;
}

}  // namespace uisge

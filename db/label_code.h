// Codes the label of a position as 16 bits. The solver, the codec and the probe exchange these codes.
//
//   0                        draw, or not live (a probe answers by the rules if the game is over)
//   1 + 2 * distance         won in `distance` plies
//   2 + 2 * distance         lost in `distance` plies
//
// Win and loss are always those of the side to move. Distances are at most kMaxPlies, so every code is below 2^16. With
// kUncountedPlies all wins of unknown distance have one code, and all losses of unknown distance another.
#pragma once

#include <cassert>
#include <cstdint>

#include "core/outcome.h"

namespace uisge {

using LabelCode = std::uint16_t;

inline constexpr LabelCode kDrawCode = 0;
inline constexpr LabelCode kMaxLabelCode = 2 + 2 * kMaxPlies;
static_assert(2 + 2 * int{kUncountedPlies} <= 0xFFFF);

// REQUIRES: distance <= kMaxPlies, or kUncountedPlies.
constexpr LabelCode encode_label(Label label) {
  assert(label.distance <= kMaxPlies || label.distance == kUncountedPlies);
  if (label.outcome == Outcome::kDraw) return kDrawCode;
  return static_cast<LabelCode>(1 + 2 * label.distance + (label.outcome == Outcome::kLoss ? 1 : 0));
}

inline constexpr LabelCode kUncountedWinCode = encode_label({Outcome::kWin, kUncountedPlies});
inline constexpr LabelCode kUncountedLossCode = encode_label({Outcome::kLoss, kUncountedPlies});

// The label is not known. Only a LabelSource that knows just some labels returns this code; no file stores it.
inline constexpr LabelCode kOpenCode = 0xFFFF;
static_assert(kOpenCode > kUncountedLossCode);

constexpr bool is_loss_code(LabelCode code) {
  return code != kDrawCode && (code & 1) == 0;
}

// Any 16 bits decode to some label. Readers of files refuse stored codes above kMaxLabelCode.
constexpr Label decode_label(LabelCode code) {
  if (code == kDrawCode) return {};
  return {(code & 1) != 0 ? Outcome::kWin : Outcome::kLoss, static_cast<Plies>((code - 1) >> 1)};
}

}  // namespace uisge

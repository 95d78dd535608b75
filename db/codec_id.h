// The codec of a file: which labels it stores, and how. The codecs' numbers are part of the format.
//
// Some files store all labels. Other files store only the labels of lost positions, with or without distances, since
// lost_labels.h can derive all other labels. A file without distances is called a *values database*. All codecs
// compress labels by the same method, in which only the contexts and the place of some bits differ
// (docs/formats/codec.md).
#pragma once

#include <cstdint>
#include <optional>

#include "db/label_code.h"

namespace uisge {

enum class CodecId : std::uint8_t {
  kCrownContexts = 1,  // every label
  kLostPositions = 2,  // lost positions with their distances; all other positions decode to kDrawCode
  kLostValues = 3      // lost positions without distances; all other positions decode to kDrawCode
};

// Functions about codecs use switches without a default, so that the compiler reports every switch that lacks a codec.
constexpr std::optional<CodecId> known_codec(std::uint8_t number) {
  switch (const auto codec = static_cast<CodecId>(number)) {
    case CodecId::kCrownContexts:
    case CodecId::kLostPositions:
    case CodecId::kLostValues: return codec;
  }
  return std::nullopt;
}

constexpr bool stores_lost_only(CodecId codec) {
  switch (codec) {
    case CodecId::kCrownContexts: return false;
    case CodecId::kLostPositions:
    case CodecId::kLostValues: break;
  }
  return true;
}

constexpr bool stores_distances(CodecId codec) {
  switch (codec) {
    case CodecId::kLostValues: return false;
    case CodecId::kCrownContexts:
    case CodecId::kLostPositions: break;
  }
  return true;
}

// Whether the final states of the range decoder hold the first extra bits of a unit. If not, the final states are fixed
// numbers. Units of a values database hardly ever have extra bits.
constexpr bool ends_states_in_extras(CodecId codec) {
  switch (codec) {
    case CodecId::kLostPositions: return true;
    case CodecId::kCrownContexts:
    case CodecId::kLostValues: break;
  }
  return false;
}

// The code of every lost position in a values database: that of a loss in 0 plies.
inline constexpr LabelCode kCodedLoss = 2;

// The code under which the codec stores a label.
constexpr LabelCode coded_label(CodecId codec, LabelCode label) {
  if (!stores_lost_only(codec)) return label;
  if (!is_loss_code(label)) return kDrawCode;
  return stores_distances(codec) ? label : kCodedLoss;
}

}  // namespace uisge

// What the units of a file say about its positions. The numbers are part of the file format.
//
// A file need not label everything: a position that is not lost is won if a move leads to a lost one, in one ply more
// than the quickest of these, and drawn otherwise. So there are files of all labels and files of the lost positions'
// alone. Of the latter some know distances and some (*values databases*) do not. One coder serves all of them; it is
// only given other labels.
#pragma once

#include <cstdint>
#include <optional>

#include "db/label_code.h"

namespace uisge {

enum class CodecId : std::uint8_t {
  kCrownContexts = 1,  // every label
  kLostPositions = 2,  // how many plies a lost position lasts; all others read as kDrawCode
  kLostValues = 3      // that a position is lost; all others read as kDrawCode
};

// What is asked about codecs is asked by switches without a default, so that the compiler finds what a new one needs.
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

// Whether the first extra bits of a unit are in the range coder's states. (Values have none.)
constexpr bool ends_states_in_extras(CodecId codec) {
  switch (codec) {
    case CodecId::kLostPositions: return true;
    case CodecId::kCrownContexts:
    case CodecId::kLostValues: break;
  }
  return false;
}

// How a values database spells "lost" to the coder: the shortest number that means a loss.
inline constexpr LabelCode kCodedLoss = 2;

// What the coder is given for a label.
constexpr LabelCode coded_label(CodecId codec, LabelCode label) {
  if (!stores_lost_only(codec)) return label;
  if (!is_loss_code(label)) return kDrawCode;
  return stores_distances(codec) ? label : kCodedLoss;
}

}  // namespace uisge

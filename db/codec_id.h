// What the units of a file say about its positions. The numbers are part of the file format.
//
// A file need not label everything: a position that is not lost is won if a move leads to a lost one, in one ply more
// than the quickest of these, and drawn otherwise. So there are files of all labels and files of the lost positions'
// alone, and of these some that know distances and some (*values databases*) that do not. One coder serves all of them;
// what differs is what it is given.
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

constexpr std::optional<CodecId> known_codec(int number) {
  if (number < int{static_cast<std::uint8_t>(CodecId::kCrownContexts)} ||
      number > int{static_cast<std::uint8_t>(CodecId::kLostValues)}) {
    return std::nullopt;
  }
  return static_cast<CodecId>(number);
}

constexpr bool stores_lost_only(CodecId codec) {
  return codec != CodecId::kCrownContexts;
}
constexpr bool stores_distances(CodecId codec) {
  return codec != CodecId::kLostValues;
}

// Whether the first extra bits of a unit are in the range coder's states. (Values have none.)
constexpr bool ends_states_in_extras(CodecId codec) {
  return codec == CodecId::kLostPositions;
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

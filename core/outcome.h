// Values and distances, always as seen by the side to move. See docs/rules.md.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace uisge {

enum class Outcome : std::uint8_t { kDraw = 0, kWin = 1, kLoss = 2 };

constexpr std::string_view to_string(Outcome outcome) {
  switch (outcome) {
    case Outcome::kWin: return "win";
    case Outcome::kLoss: return "loss";
    case Outcome::kDraw: break;
  }
  return "draw";
}

constexpr std::size_t index(Outcome outcome) {
  return static_cast<std::size_t>(outcome);
}

// The outcome for the side that makes a move, if `outcome` is the other side's outcome after the move.
constexpr Outcome opposite(Outcome outcome) {
  if (outcome == Outcome::kWin) return Outcome::kLoss;
  if (outcome == Outcome::kLoss) return Outcome::kWin;
  return Outcome::kDraw;
}

// Plies until the game ends: 16 bits, since distances exceed 255 even with four pieces a side on 7x6.
using Plies = std::uint16_t;

// The longest distance that the file format and the solve engines support. A solve that would exceed kMaxPlies stops
// with an error.
inline constexpr Plies kMaxPlies = 32'000;

// Takes the place of the distance in the label of a win or loss whose distance is not known.
inline constexpr Plies kUncountedPlies = 32'766;
static_assert(kUncountedPlies > kMaxPlies);

// The outcome of one position, and its exact distance or kUncountedPlies. A draw has distance 0 here and `null` in
// JSON.
struct Label {
  Outcome outcome = Outcome::kDraw;
  Plies distance = 0;
  constexpr bool has_distance() const { return outcome != Outcome::kDraw && distance != kUncountedPlies; }
  constexpr auto operator<=>(const Label&) const = default;
};

constexpr Label without_distance(Label label) {
  return label.outcome == Outcome::kDraw ? label : Label{label.outcome, kUncountedPlies};
}

}  // namespace uisge

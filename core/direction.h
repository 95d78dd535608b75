// The directions of a board: north is towards higher ranks, east towards higher files.
//
// Files that are compiled for one instruction set include this header (core/bits.h says why that is a risk). These
// files call place_in_ring only in constant expressions, so it is never compiled to machine code.
#pragma once

#include <cstdint>

namespace uisge {

enum class Direction : std::uint8_t { kNorth, kEast, kSouth, kWest, kNorthEast, kSouthEast, kSouthWest, kNorthWest };

// The direction's place in the ring of eight squares around a square, clockwise from the north. Orthogonal directions
// have the even places.
constexpr int place_in_ring(Direction direction) {
  const int number = static_cast<int>(direction);
  return number < 4 ? 2 * number : 2 * (number - 4) + 1;
}

}  // namespace uisge

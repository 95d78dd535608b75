// How the labels of a placement are cut into units, the pieces of a file that are compressed and decoded alone.
//
// A unit is a run of whole blocks (colourings) of one placement. Larger units compress better, smaller ones make a
// lookup cheaper: every move of a position leads to another placement, so one query decodes a dozen units. About
// 20,000 positions decode in some 0.1 ms, and the index stays below a thousandth of the file.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "core/colouring.h"

namespace uisge {

class UnitLayout {
 public:
  // REQUIRES: 1 <= blocks_per_unit <= colouring_count(pieces).
  UnitLayout(int pieces, int blocks_per_unit)
      : pieces_(pieces),
        blocks_per_unit_(blocks_per_unit),
        units_per_placement_((colouring_count(pieces) + blocks_per_unit - 1) / blocks_per_unit) {}

  // The layout that new files get: whole placements up to four a side (17,920 positions), then 21 of 252 blocks
  // (21,504 positions) and 12 of 924 (49,152, to keep the real game's index in memory).
  static UnitLayout standard(int pieces) {
    return {pieces, pieces <= 4 ? colouring_count(pieces) : pieces == 5 ? 21 : 12};
  }

  int pieces() const { return pieces_; }
  int blocks_per_unit() const { return blocks_per_unit_; }
  int units_per_placement() const { return units_per_placement_; }

  // Units of a placement are numbered from 0.
  int first_block(int unit) const { return unit * blocks_per_unit_; }
  int blocks(int unit) const { return std::min(blocks_per_unit_, colouring_count(pieces_) - first_block(unit)); }
  std::size_t positions(int unit) const {
    return static_cast<std::size_t>(blocks(unit)) * static_cast<std::size_t>(positions_per_block(pieces_));
  }
  std::size_t first_position(int unit) const {
    return static_cast<std::size_t>(first_block(unit)) * static_cast<std::size_t>(positions_per_block(pieces_));
  }
  std::size_t max_positions() const { return positions(0); }
  // The unit that holds a position, by its index in the placement.
  int unit_of(std::size_t position) const { return static_cast<int>(position / max_positions()); }

 private:
  int pieces_;
  int blocks_per_unit_;
  int units_per_placement_;
};

}  // namespace uisge

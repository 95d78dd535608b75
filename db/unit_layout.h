// How the labels of a placement are cut into units, the parts of a file that are compressed and decoded alone.
//
// A unit is a run of whole blocks (colourings) of one placement. Larger units compress better, but smaller units make a
// look-up cheaper. Every move of a position leads to another placement, so a query that ranks the moves decodes about a
// dozen units.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>

#include "core/colouring.h"
#include "core/piece_count.h"
#include "db/codec_id.h"

namespace uisge {

class UnitLayout {
 public:
  // REQUIRES: 1 <= blocks_per_unit <= colouring_count(pieces).
  UnitLayout(int pieces, std::size_t blocks_per_unit)
      : pieces_(pieces),
        blocks_per_unit_(blocks_per_unit),
        units_per_placement_((colouring_count(pieces) + blocks_per_unit - 1) / blocks_per_unit) {}

  // Returns the layout of new files. If a file stores all labels, a unit has 16 blocks, which the codec decodes at the
  // same time. With four a side such a unit has 4,096 positions and is decoded in 30 microseconds, but the file is 2.5
  // % larger than with units of whole placements.
  //
  // A unit takes 28 bytes besides its labels. If a file stores only lost positions, their labels take few bits, so the
  // file has larger units: with four a side, a unit is half a placement if the file has distances, else a whole
  // placement. But a query to a file of lost positions reads ten times as many units as a query to a file of all
  // labels. To make queries cheaper, a unit of lost positions with distances has only 8 blocks with five and six a
  // side, where blocks are large.
  static UnitLayout standard(CodecId codec, int pieces) {
    constexpr std::size_t kWhole = colouring_count(kMaxPieces);
    const bool is_small = pieces < kMaxPieces - 1;
    std::size_t blocks = 16;
    switch (codec) {
      case CodecId::kCrownContexts: break;
      case CodecId::kLostPositions: blocks = is_small ? 35 : 8; break;
      case CodecId::kLostValues: blocks = is_small ? kWhole : pieces < kMaxPieces ? 32 : 16; break;
    }
    return {pieces, std::min(blocks, colouring_count(pieces))};
  }

  int pieces() const { return pieces_; }
  std::size_t blocks_per_unit() const { return blocks_per_unit_; }
  std::size_t units_per_placement() const { return units_per_placement_; }

  // The number of the first block of a unit. Units of a placement are numbered from 0.
  std::size_t first_block(std::size_t unit) const { return unit * blocks_per_unit_; }
  // REQUIRES: unit < units_per_placement().
  std::size_t blocks(std::size_t unit) const {
    assert(unit < units_per_placement_);
    return std::min(blocks_per_unit_, colouring_count(pieces_) - first_block(unit));
  }
  std::size_t positions(std::size_t unit) const { return blocks(unit) * positions_per_block(pieces_); }
  std::size_t first_position(std::size_t unit) const { return first_block(unit) * positions_per_block(pieces_); }
  std::size_t max_positions() const { return positions(0); }
  // The unit that holds a position; `position` is the position's index in the placement.
  std::size_t unit_of(std::size_t position) const { return position / max_positions(); }

 private:
  int pieces_;
  std::size_t blocks_per_unit_;
  std::size_t units_per_placement_;
};

}  // namespace uisge

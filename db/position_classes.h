// Finds, among the positions of a canonical placement, the representatives of classes under the board's symmetries.
//
// A canonical placement stands for its orbit, so a position on it stands for symmetries / |stabiliser| raw positions.
// Most placements are mapped onto themselves by no symmetry but the identity, so each of their positions is alone in
// its class. If a symmetry maps a placement onto itself, positions of the placement are images of each other, and the
// position with the least index represents their class.
//
// One object per thread. Enter a placement, then a block where a function requires it, then call the function. The cost
// is a nanosecond or two per position for each symmetry that maps the position's block onto itself.
#pragma once

#include <array>
#include <boost/container/static_vector.hpp>
#include <cstdint>

#include "core/board.h"
#include "core/colouring.h"

namespace uisge {

class PositionClasses {
 public:
  // The board must outlive the object.
  PositionClasses(const Board& board, int pieces) : board_(&board), colourings_(pieces) {}
  const Colourings& colourings() const { return colourings_; }

  // REQUIRES: `occupied_bb` is a canonical placement, with twice as many squares as a side has pieces.
  void enter(SquareSet occupied_bb);
  // The number of raw positions that each position of the placement stands for.
  std::uint64_t weight() const { return weight_; }
  // Whether a symmetry besides the identity maps the placement onto itself. Otherwise each of its positions is a class
  // of its own.
  bool has_symmetry() const { return !permutations_.empty(); }

  // REQUIRES: a placement has been entered that a symmetry besides the identity maps onto itself.
  void enter_block(ColouringRank rank);
  // Whether no image of the block has a lower colouring rank than the block itself. If an image has a lower rank, none
  // of the block's positions represents a class. REQUIRES: a block has been entered. The next two functions have the
  // same requirement.
  bool is_least_block() const { return block_is_least_; }
  // Whether a symmetry besides the identity maps the block onto itself. If no such symmetry exists, and
  // is_least_block() is true, all positions of the block represent classes.
  bool is_block_kept() const { return !keeping_.empty(); }
  // Whether the position at `index_in_block` represents its class.
  bool is_representative(std::uint32_t index_in_block) const;
  // Returns the index of the position that represents the class of the position at `index`. Both indices count
  // positions within the placement.
  std::uint32_t representative(std::uint32_t index) const;
  // The number of raw positions in the class of the position at `index_in_block`. REQUIRES: enter_block() has been
  // called, or only the identity maps the placement onto itself.
  std::uint64_t size(std::uint32_t index_in_block) const;

 private:
  // How a symmetry that maps a placement onto itself renumbers its pieces.
  using PiecePermutation = std::array<std::uint8_t, 2 * kMaxPieces>;

  // For a symmetry that maps a block onto itself: the image of each side's crown states, indexed by the state.
  struct CrownImages {
    std::array<std::uint8_t, crown_states(kMaxPieces)> mover;
    std::array<std::uint8_t, crown_states(kMaxPieces)> opponent;
  };

  PiecePermutation permutation_of(Symmetry symmetry, SquareSet occupied_bb) const;
  // The images of the current block's crown states. REQUIRES: the permutation maps the block onto itself.
  CrownImages crown_images(const PiecePermutation& permutation) const;
  std::uint32_t image_index(const CrownImages& images, std::uint32_t index_in_block) const;

  const Board* board_;
  Colourings colourings_;
  std::uint64_t weight_ = 0;
  boost::container::static_vector<PiecePermutation, kMaxSymmetries> permutations_;  // without the identity
  PieceMask mover_ = 0;
  PieceMask opponent_ = 0;
  bool block_is_least_ = true;
  // One entry for each permutation that maps the current block onto itself.
  boost::container::static_vector<CrownImages, kMaxSymmetries> keeping_;
};

}  // namespace uisge

// Finds, among the positions of a canonical placement, the representatives of classes under the board's symmetries.
//
// A canonical placement stands for all its images. The number of these images is the number of the board's symmetries,
// divided by the number of symmetries that map the placement onto itself (mostly one, the identity). If another
// symmetry maps a placement onto itself, positions of the placement are images of each other, and the position with the
// least index represents their class.
//
// Use one object per thread. Call enter() for each placement, and enter_block() where a function requires it. The cost
// is a nanosecond or two per position for each symmetry that maps the position's block onto itself.
#pragma once

#include <array>
#include <boost/container/static_vector.hpp>
#include <cstdint>

#include "core/board.h"
#include "core/colouring.h"
#include "core/piece_count.h"

namespace uisge {

class PositionClasses {
 public:
  // The board must outlive the object.
  PositionClasses(const Board& board, int pieces) : board_(&board), colourings_(pieces) {}
  const Colourings& colourings() const { return colourings_; }

  // REQUIRES: `occupied_bb` is a canonical placement, with twice as many squares as a side has pieces.
  void enter(SquareSet occupied_bb);
  // The number of images of the placement under the board's symmetries: each position of the placement stands for as
  // many positions of the board.
  std::uint64_t weight() const { return weight_; }
  // Whether a symmetry besides the identity maps the placement onto itself. Without such a symmetry each position of
  // the placement is a class of its own.
  bool has_symmetry() const { return !permutations_.empty(); }

  // REQUIRES: some symmetry besides the identity maps the entered placement onto itself.
  void enter_block(ColouringRank rank);
  // Whether the block has the least colouring rank among its images. Only the positions of such blocks represent
  // classes. REQUIRES, also for the next two functions: enter_block() has been called.
  bool is_least_block() const { return block_is_least_; }
  // Whether a symmetry besides the identity maps the block onto itself. If this function returns false and
  // is_least_block() returns true, every position of the block represents its class.
  bool is_block_kept() const { return !keeping_.empty(); }
  // Whether the position at `index_in_block` represents its class.
  bool is_representative(std::uint32_t index_in_block) const;
  // The index, in the placement, of the position that represents the class of the position at `index`. Needs no call of
  // enter_block().
  std::uint32_t representative(std::uint32_t index) const;
  // The number of positions of the board in the class of the position at `index_in_block`. REQUIRES: enter_block() has
  // been called, or only the identity maps the placement onto itself.
  std::uint64_t size(std::uint32_t index_in_block) const;

 private:
  // How a symmetry that maps a placement onto itself renumbers the placement's pieces.
  using PiecePermutation = std::array<std::uint8_t, 2 * kMaxPieces>;

  // The images of each side's crown states under a symmetry that maps a block onto itself, indexed by the crown state.
  struct CrownImages {
    std::array<std::uint8_t, crown_states(kMaxPieces)> mover;
    std::array<std::uint8_t, crown_states(kMaxPieces)> opponent;
  };

  PiecePermutation permutation_of(Symmetry symmetry, SquareSet occupied_bb) const;
  // Returns, for each crown state of either side of the current block, the crown state after the permutation of the
  // pieces. REQUIRES: the permutation maps the block onto itself.
  CrownImages crown_images(const PiecePermutation& permutation) const;
  std::uint32_t image_index(const CrownImages& images, std::uint32_t index_in_block) const;

  const Board* board_;
  Colourings colourings_;
  std::uint64_t weight_ = 0;
  boost::container::static_vector<PiecePermutation, kMaxSymmetries> permutations_;  // without the identity
  PieceMask mover_ = 0;
  PieceMask opponent_ = 0;
  bool block_is_least_ = true;
  // One entry for each of permutations_ that maps the current block onto itself.
  boost::container::static_vector<CrownImages, kMaxSymmetries> keeping_;
};

}  // namespace uisge

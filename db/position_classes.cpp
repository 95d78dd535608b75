#include "db/position_classes.h"

#include <algorithm>

#include "core/bits.h"
#include "core/placement.h"

namespace uisge {

namespace {

template <class Permutation>
PieceMask permuted(const Permutation& permutation, unsigned mask) {
  PieceMask result = 0;
  for (; mask != 0; mask &= mask - 1) result |= piece_bit(permutation[lowest_bit(mask)]);
  return result;
}

// extract and deposit (core/colouring.h) take sets of squares, so extract_mask and deposit_mask pass piece k as square
// k.
unsigned extract_mask(unsigned subset, unsigned set) {
  return extract(SquareSet(std::uint64_t{subset}), SquareSet(std::uint64_t{set}));
}
unsigned deposit_mask(unsigned mask, unsigned set) {
  return static_cast<unsigned>(deposit(mask, SquareSet(std::uint64_t{set})).bits());
}

}  // namespace

void PositionClasses::enter(SquareSet occupied_bb) {
  const auto symmetries = stabiliser(*board_, occupied_bb);
  weight_ = board_->symmetry_count() / symmetries.size();
  permutations_.clear();
  for (const Symmetry symmetry : symmetries) {
    if (!symmetry.is_identity()) permutations_.push_back(permutation_of(symmetry, occupied_bb));
  }
}

void PositionClasses::enter_block(ColouringRank rank) {
  mover_ = colourings_.mask(rank);
  opponent_ = colourings_.opponent(mover_);
  // If an image of the colouring is a smaller number than the colouring itself, every position of this block is the
  // image of a position in an earlier block. If an image equals the colouring itself, the crowns decide which positions
  // represent classes.
  block_is_least_ = true;
  keeping_.clear();
  for (const PiecePermutation& permutation : permutations_) {
    const PieceMask image = permuted(permutation, mover_);
    if (image < mover_) block_is_least_ = false;
    if (image == mover_) keeping_.push_back(crown_images(permutation));
  }
}

bool PositionClasses::is_representative(std::uint32_t index_in_block) const {
  return block_is_least_ && std::none_of(keeping_.begin(), keeping_.end(), [&](const CrownImages& images) {
           return image_index(images, index_in_block) < index_in_block;
         });
}

std::uint32_t PositionClasses::representative(std::uint32_t index) const {
  const int pieces = colourings_.pieces();
  const IndexParts parts = index_parts(pieces, index);
  const PieceMask mover = colourings_.mask(parts.rank);
  const PieceMask opponent = colourings_.opponent(mover);
  const unsigned mover_crowns = deposit_mask(parts.mover_crowns, mover);
  const unsigned opponent_crowns = deposit_mask(parts.opponent_crowns, opponent);
  std::uint32_t least = index;
  for (const PiecePermutation& permutation : permutations_) {
    const PieceMask image = permuted(permutation, mover);
    const unsigned image_opponent = permuted(permutation, opponent);
    least = std::min(least, position_index(pieces, colourings_.rank(image),
                                           extract_mask(permuted(permutation, opponent_crowns), image_opponent),
                                           extract_mask(permuted(permutation, mover_crowns), image)));
  }
  return least;
}

std::uint64_t PositionClasses::size(std::uint32_t index_in_block) const {
  if (!has_symmetry()) return weight_;
  const auto fixing =
      static_cast<std::uint64_t>(std::count_if(keeping_.begin(), keeping_.end(), [&](const CrownImages& images) {
        return image_index(images, index_in_block) == index_in_block;
      }));
  return weight_ * (permutations_.size() + 1) / (fixing + 1);
}

PositionClasses::PiecePermutation PositionClasses::permutation_of(Symmetry symmetry, SquareSet occupied_bb) const {
  PiecePermutation permutation{};
  std::size_t piece = 0;
  for (const Square square : occupied_bb) {
    permutation[piece++] = occupied_bb.rank_of(board_->image(symmetry, square));
  }
  return permutation;
}

// The image of a set of crowns is the union of the image of one crown and the image of the other crowns.
PositionClasses::CrownImages PositionClasses::crown_images(const PiecePermutation& permutation) const {
  CrownImages images{};
  const std::size_t states = crown_states(colourings_.pieces());
  const auto fill = [&](auto& image, PieceMask side) {
    for (unsigned crowns = 1; crowns < states; ++crowns) {
      const unsigned others = crowns & (crowns - 1);
      const unsigned one = deposit_mask(crowns ^ others, side);
      image[crowns] = static_cast<std::uint8_t>(image[others] | extract_mask(permuted(permutation, one), side));
    }
  };
  fill(images.mover, mover_);
  fill(images.opponent, opponent_);
  return images;
}

std::uint32_t PositionClasses::image_index(const CrownImages& images, std::uint32_t index_in_block) const {
  const auto states = static_cast<std::uint32_t>(crown_states(colourings_.pieces()));
  return images.opponent[index_in_block / states] * states + images.mover[index_in_block % states];
}

}  // namespace uisge

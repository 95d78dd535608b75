// The renumbering of a placement's pieces by a symmetry.
#pragma once

#include <array>
#include <bit>

#include "core/bits.h"
#include "core/board.h"
#include "core/colouring.h"
#include "core/piece_count.h"
#include "solver/placements/placement_table.h"

namespace uisge {

inline constexpr int kMaxPlacementPieces = 2 * kMaxPieces;
using PieceOrder = std::array<std::uint8_t, 16>;
static_assert(kMaxPlacementPieces <= 16);

// Renumbers the N pieces of the mask `pieces`: piece p gets the new number place[p]. Returns the new numbers as a mask.
// Also fills `number`: for the piece with the k-th smallest old number (k from 0), number[k] counts the new numbers
// that are smaller than this piece's. Always inlined, since calls would make a solve about 5 % slower.
template <int N>
[[gnu::always_inline]] inline PieceMask renumber(PieceMask pieces, const PieceOrder& place,
                                                 std::array<std::uint8_t, kMaxPieces>& number) {
  std::array<unsigned, std::size_t{N}> bit{};
  unsigned after = 0;
  unsigned rest = pieces;
  for (std::size_t k = 0; k < N; ++k, rest &= rest - 1) {
    bit[k] = 1u << place[lowest_bit(rest) % place.size()];
    after |= bit[k];
  }
  for (std::size_t k = 0; k < N; ++k) number[k] = static_cast<std::uint8_t>(std::popcount(after & (bit[k] - 1)));
  return static_cast<PieceMask>(after);
}

// The images of a placement's pieces under a symmetry.
class SymmetricImage {
 public:
  SymmetricImage(const PlacementTable& table, PlacementId id, Symmetry symmetry) : table_(table) {
    const Board& board = table.board();
    std::size_t piece = 0;
    for (const Square square : table.occupied_bb(id)) {
      image_[piece] = board.image(symmetry, square);
      image_bb_ |= SquareSet(image_[piece]);
      ++piece;
    }
    pieces_ = piece;
  }

  // Element k says how many images of other pieces lie on lower squares than the image of piece k. After a move, the
  // elements still give the order of the pieces that did not move.
  PieceOrder order() const {
    PieceOrder place{};
    for (std::size_t k = 0; k < pieces_; ++k) place[k] = image_bb_.rank_of(image_[k]);
    return place;
  }

  // Maps the piece numbers before the move to the piece numbers in the target placement. REQUIRES: `transition` uses
  // the symmetry of this object.
  PieceOrder order_after(const Transition& transition) const {
    const SquareSet target_bb = table_.occupied_bb(transition.target);
    PieceOrder place{};
    for (std::size_t k = 0; k < pieces_; ++k) place[k] = target_bb.rank_of(image_[k]);
    // The moved piece is on the only square of the target placement that no other piece's image takes.
    const Square to = (target_bb - image_bb_.without(image_[transition.from_piece])).first();
    place[transition.from_piece] = target_bb.rank_of(to);
    return place;
  }

 private:
  const PlacementTable& table_;
  std::array<Square, kMaxPlacementPieces> image_{};
  SquareSet image_bb_;
  std::size_t pieces_ = 0;
};

}  // namespace uisge

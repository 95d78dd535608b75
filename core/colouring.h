// Numbers the colourings of a placement, and the positions of a placement.
//
// The pieces of a placement of 2n squares are numbered in ascending order of their squares. A colouring is the set of
// the mover's n piece numbers, a mask of 2n bits. The rank of a colouring is its place among all such masks in
// ascending order. The crowns of a side are an n-bit number: bit k is set if the side's piece number k, counted from 0,
// is a crown.
//
//   block  = one row per state of the opponent's crowns; a row has one bit per state of the mover's crowns
//   index of a position in its block      = opponent_crowns * 2^n + mover_crowns
//   index of a position in its placement  = colouring rank * 4^n + index in the block
#pragma once

#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/rules.h"
#include "core/square_set.h"

namespace uisge {

// PieceMask: a set of pieces of a placement or of one side; bit k stands for piece number k.
using PieceMask = std::uint16_t;
using ColouringRank = std::uint16_t;

constexpr std::size_t binomial(unsigned n, unsigned k) {
  std::size_t result = 1;
  for (unsigned i = 1; i <= k; ++i) result = result * (n - k + i) / i;
  return result;
}

constexpr std::size_t colouring_count(int pieces) {
  const unsigned n = static_cast<unsigned>(pieces);
  return binomial(2 * n, n);
}  // 2, 6, 20, 70, 252, 924 for 1 to 6 pieces a side
constexpr std::size_t crown_states(int pieces) {
  return std::size_t{1} << pieces;
}  // of one side
constexpr std::size_t positions_per_block(int pieces) {
  return std::size_t{1} << (2 * pieces);
}
constexpr std::size_t positions_per_placement(int pieces) {
  return colouring_count(pieces) * positions_per_block(pieces);
}
// The positions of a placement in which each side has a blank.
constexpr std::uint64_t live_per_placement(int pieces) {
  const std::uint64_t states = crown_states(pieces) - 1;  // those in which a side has a blank
  return colouring_count(pieces) * states * states;
}
constexpr std::uint32_t position_index(int pieces, ColouringRank rank, unsigned opponent_crowns,
                                       unsigned mover_crowns) {
  return (std::uint32_t{rank} << pieces | opponent_crowns) << pieces | mover_crowns;
}

struct IndexParts {
  ColouringRank rank;
  unsigned opponent_crowns;
  unsigned mover_crowns;
};
constexpr IndexParts index_parts(int pieces, std::uint32_t index) {
  const unsigned all_crowns = (1U << pieces) - 1;
  return {static_cast<ColouringRank>(index >> (2 * pieces)), index >> pieces & all_crowns, index & all_crowns};
}

constexpr PieceMask piece_bit(unsigned piece) {
  return static_cast<PieceMask>(1U << piece);
}
constexpr PieceMask pieces_below(unsigned piece) {
  return static_cast<PieceMask>((1U << piece) - 1);
}
// The number of `piece` within `side`: how many pieces of that side come before it.
constexpr std::uint8_t number_in_side(PieceMask side, unsigned piece) {
  return static_cast<std::uint8_t>(std::popcount(unsigned{side} & pieces_below(piece)));
}
// Returns the mask of piece numbers after the placement loses a piece: the piece's bit is removed, and all bits above
// it move down by one place.
constexpr PieceMask remove_piece(PieceMask mask, unsigned piece) {
  return static_cast<PieceMask>((mask & pieces_below(piece)) | unsigned{mask} >> (piece + 1) << piece);
}
// Returns the mask of piece numbers after the placement gains a piece: all bits at or above the piece's number move up
// by one place, and `bit` becomes the piece's bit.
constexpr PieceMask insert_piece(PieceMask mask, unsigned piece, unsigned bit) {
  return static_cast<PieceMask>((mask & pieces_below(piece)) | unsigned{mask} >> piece << (piece + 1) | bit << piece);
}

// The ranks from 0 to `end` - 1, ascending: for (const ColouringRank rank : colourings.ranks()).
class ColouringRanks {
 public:
  class Iterator {
   public:
    explicit Iterator(ColouringRank rank) : rank_(rank) {}
    ColouringRank operator*() const { return rank_; }
    Iterator& operator++() {
      ++rank_;
      return *this;
    }
    bool operator==(const Iterator&) const = default;

   private:
    ColouringRank rank_;
  };

  explicit ColouringRanks(ColouringRank end) : end_(end) {}
  Iterator begin() const { return Iterator(0); }
  Iterator end() const { return end_; }

 private:
  Iterator end_;
};

// Tables that convert colourings to ranks and back, for one piece count. Const after construction. An object takes at
// most 10 KiB.
class Colourings {
 public:
  explicit Colourings(int pieces) : pieces_(pieces), rank_(std::size_t{1} << (2 * pieces), kNoRank) {
    for (unsigned mask = 0; mask < rank_.size(); ++mask) {
      if (std::popcount(mask) != pieces) continue;
      rank_[mask] = static_cast<ColouringRank>(mask_.size());
      mask_.push_back(static_cast<PieceMask>(mask));
    }
    assert(count() == colouring_count(pieces));
  }

  int pieces() const { return pieces_; }
  std::size_t count() const { return mask_.size(); }
  ColouringRanks ranks() const { return ColouringRanks(static_cast<ColouringRank>(count())); }
  // REQUIRES: `mover` has exactly `pieces` bits, all among the lowest 2 * pieces.
  ColouringRank rank(PieceMask mover) const { return rank_[mover]; }
  PieceMask mask(ColouringRank rank) const { return mask_[rank]; }
  PieceMask all() const { return static_cast<PieceMask>(rank_.size() - 1); }
  // REQUIRES: mover within all().
  PieceMask opponent(PieceMask mover) const { return mover ^ all(); }

 private:
  static constexpr ColouringRank kNoRank = 0xFFFF;
  int pieces_;
  std::vector<ColouringRank> rank_;
  std::vector<PieceMask> mask_;
};

// Bit k of the result is set if `subset_bb` has the k-th square of `set_bb`, counted from 0 in ascending order.
// REQUIRES: subset_bb within set_bb, set_bb has at most 16 squares.
constexpr PieceMask extract(SquareSet subset_bb, SquareSet set_bb) {
  unsigned mask = 0;
  unsigned bit = 1;
  for (const Square square : set_bb) {
    if (subset_bb.contains(square)) mask |= bit;
    bit <<= 1;
  }
  return static_cast<PieceMask>(mask);
}

// The inverse of extract(): returns the squares of `set_bb` whose bits are set in `mask`.
constexpr SquareSet deposit(unsigned mask, SquareSet set_bb) {
  SquareSet subset_bb;
  for (const Square square : set_bb) {
    if ((mask & 1) != 0) subset_bb |= SquareSet(square);
    mask >>= 1;
  }
  return subset_bb;
}

}  // namespace uisge

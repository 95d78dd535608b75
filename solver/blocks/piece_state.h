// A position on a given placement, as two sets of piece numbers: the mover's pieces, and the crowns of both sides.
//
// In this form a move of a single position takes a handful of instructions: the move removes one piece number and
// inserts another, in the same way for every colouring. Small tables convert piece states to (colouring rank, index in
// the block) and back. Const and thread-safe.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/colouring.h"

namespace uisge {

// The low 12 bits hold the mover's pieces, the next 12 bits the crowns of both sides.
enum class PieceState : std::uint32_t {};
constexpr PieceState make_state(PieceMask mover, PieceMask crowns) {
  return PieceState{std::uint32_t{mover} | std::uint32_t{crowns} << 12};
}
constexpr PieceMask mover_of(PieceState state) {
  return static_cast<PieceMask>(static_cast<std::uint32_t>(state) & 0xFFF);
}
constexpr PieceMask crowns_of(PieceState state) {
  return static_cast<PieceMask>(static_cast<std::uint32_t>(state) >> 12);
}

class PieceStates {
 public:
  explicit PieceStates(const Colourings& colourings) : colourings_(colourings) {
    const int pieces = colourings.pieces();
    stride_ = crown_states(pieces);
    spread_.resize(colourings.count() * stride_);
    for (const ColouringRank rank : colourings.ranks()) {
      const PieceMask mask = colourings.mask(rank);
      for (std::size_t state = 0; state < stride_; ++state) {
        unsigned crowns = 0;
        unsigned bit = 0;
        for (unsigned rest = mask; rest != 0; rest &= rest - 1, ++bit) {
          if ((state >> bit & 1) != 0) crowns |= rest & (0u - rest);
        }
        spread_[rank * stride_ + state] = static_cast<PieceMask>(crowns);
      }
    }
    for (unsigned mask = 0; mask < 64; ++mask) {
      for (unsigned value = 0; value < 64; ++value) {
        unsigned packed = 0;
        unsigned bit = 0;
        for (unsigned rest = mask; rest != 0; rest &= rest - 1, ++bit) {
          if ((value & rest & (0u - rest)) != 0) packed |= 1u << bit;
        }
        pack_[mask][value] = static_cast<std::uint8_t>(packed);
      }
    }
  }

  // Converts the index of a position in its placement to a piece state.
  PieceState state(std::uint32_t position) const {
    const IndexParts parts = index_parts(colourings_.pieces(), position);
    const auto in_block = static_cast<std::uint16_t>(
        position_index(colourings_.pieces(), ColouringRank{0}, parts.opponent_crowns, parts.mover_crowns));
    PieceState result{};
    convert(parts.rank, {&in_block, 1}, &result);
    return result;
  }
  // Writes to `out` the states of the positions with these indices in a block.
  void convert(ColouringRank rank, std::span<const std::uint16_t> indices, PieceState* out) const {
    const PieceMask mover = colourings_.mask(rank);
    const ColouringRank opponent = colourings_.rank(colourings_.opponent(mover));
    const PieceMask* const of_mover = spread_.data() + rank * stride_;
    const PieceMask* const of_opponent = spread_.data() + opponent * stride_;
    for (const std::uint16_t index : indices) {
      const unsigned crowns = of_mover[index & (stride_ - 1)] | of_opponent[index >> colourings_.pieces()];
      *out++ = make_state(mover, static_cast<PieceMask>(crowns));
    }
  }

  // Packs the crowns among `pieces` into a crown state: bit k says whether the k-th of `pieces` is a crown.
  unsigned pack(PieceMask crowns, PieceMask pieces) const {
    const unsigned low = pieces & 63u;
    return pack_[low][crowns & 63u] | unsigned{pack_[pieces >> 6][crowns >> 6]} << std::popcount(low);
  }

 private:
  const Colourings& colourings_;
  std::size_t stride_;
  std::vector<PieceMask> spread_;  // converts the crown state of a side to piece numbers, for every colouring
  std::array<std::array<std::uint8_t, 64>, 64> pack_{};
};

}  // namespace uisge

// The renumbering of crown states when a side's pieces change their order.
//
// The pieces of a side are numbered in the order of their squares. When piece k becomes number `to[k]`, a crown state m
// becomes the state in which bit to[k] is bit k of m. Kernels take the renumbering of all crown states as a table with
// a byte for each state.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "core/piece_count.h"
#include "solver/kernel/block_shape.h"

namespace uisge {

struct CrownOrder {
  alignas(kMaxRows) std::array<std::uint8_t, kMaxRows> state;  // the new state, indexed by the old state
};

// Fills `order`, eight crown states at a time, for a renumbering in which piece k gets the number to[k]. REQUIRES: `to`
// is a permutation of 0..pieces-1.
constexpr void expand(const std::array<std::uint8_t, kMaxPieces>& to, int pieces, CrownOrder& order) {
  static_assert(std::endian::native == std::endian::little, "state 0 is the lowest byte of the first word");
  const auto bit = [&](int k) { return k < pieces ? std::uint64_t{1} << to[static_cast<std::size_t>(k)] : 0; };
  std::array<std::uint64_t, kMaxRows / 8> words{};
  words[0] = bit(0) * 0x0100'0100'0100'0100 + bit(1) * 0x0101'0000'0101'0000 + bit(2) * 0x0101'0101'0000'0000;
  for (int k = 3; k < pieces; ++k) {
    const std::uint64_t everywhere = bit(k) * 0x0101'0101'0101'0101;
    const std::size_t half = std::size_t{1} << (k - 3);
    for (std::size_t w = 0; w < half; ++w) words[half + w] = words[w] | everywhere;
  }
  order.state = std::bit_cast<std::array<std::uint8_t, kMaxRows>>(words);
}

// The renumberings of a move that needs no symmetry: piece number `from` becomes number `to`, and the numbers between
// these two shift by one. With six pieces a side, the renumberings for all `from` and `to` take 2.25 KiB, so they stay
// in the first-level cache.
template <int N>
class MoveOrders {
 public:
  constexpr MoveOrders() {
    for (unsigned from = 0; from < N; ++from) {
      for (unsigned to = 0; to < N; ++to) {
        std::array<std::uint8_t, kMaxPieces> number{};
        for (unsigned k = 0; k < N; ++k) {
          unsigned place = k - (k > from ? 1 : 0);
          if (k != from && place >= to) ++place;
          number[k] = static_cast<std::uint8_t>(k == from ? to : place);
        }
        expand(number, N, orders_[from * N + to]);
      }
    }
  }
  constexpr const std::uint8_t* order(unsigned from, unsigned to) const { return orders_[from * N + to].state.data(); }

 private:
  std::array<CrownOrder, std::size_t{N} * N> orders_{};
};

template <int N>
inline constexpr MoveOrders<N> kMoveOrders{};

}  // namespace uisge

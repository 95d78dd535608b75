// How crown states are renumbered when a side's pieces change their order.
//
// Pieces of a side are numbered by square. When piece k becomes number `to[k]`, a crown state m becomes the state in
// which bit to[k] is bit k of m. Kernels take the whole renumbering as a table of bytes.
#pragma once

#include <array>
#include <cstdint>

#include "solver/kernel/block_shape.h"

namespace uisge {

struct CrownOrder {
  alignas(kMaxRows) std::array<std::uint8_t, kMaxRows> state{};  // new state of every old one
};

// REQUIRES: `to` is a permutation of 0..pieces-1.
constexpr void expand(const std::array<std::uint8_t, kMaxPieces>& to, int pieces, CrownOrder& order) {
  order.state[0] = 0;
  for (int k = 0; k < pieces; ++k) {
    const auto bit = static_cast<std::uint8_t>(1u << to[static_cast<std::size_t>(k)]);
    const std::size_t half = std::size_t{1} << k;
    for (std::size_t m = 0; m < half; ++m) order.state[half + m] = static_cast<std::uint8_t>(order.state[m] | bit);
  }
}

// The renumberings of a move that needs no symmetry: piece `from` becomes number `to`, those between shift by one.
// 2.3 KiB, so a sweep keeps them in the first-level cache.
template <int N>
class MoveOrders {
 public:
  constexpr MoveOrders() {
    for (int from = 0; from < N; ++from) {
      for (int to = 0; to < N; ++to) {
        std::array<std::uint8_t, kMaxPieces> number{};
        for (int k = 0; k < N; ++k) {
          int place = k - (k > from ? 1 : 0);
          if (k != from && place >= to) ++place;
          number[static_cast<std::size_t>(k)] = static_cast<std::uint8_t>(k == from ? to : place);
        }
        expand(number, N, orders_[static_cast<std::size_t>(from * N + to)]);
      }
    }
  }
  constexpr const std::uint8_t* order(int from, int to) const {
    return orders_[static_cast<std::size_t>(from * N + to)].state.data();
  }

 private:
  std::array<CrownOrder, std::size_t{N} * N> orders_{};
};

template <int N>
inline constexpr MoveOrders<N> kMoveOrders{};

}  // namespace uisge

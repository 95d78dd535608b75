// Loads the rows of a block into the lanes (threads) of a warp, permutes the block's columns, and stores the rows.
//
// Bit c of a row belongs to column c of the block. The number of a row or column is a crown state of one side: a bit
// for each piece of that side. So renumbering pieces permutes the bits of these numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "solver/card/traffic.h"
#include "solver/card/warp.h"
#include "solver/kernel/block_shape.h"

namespace uisge::card_kernels {

// Lane number `lane` has row `lane` and, with six pieces a side, row `lane + 32`.
template <int N>
struct LaneRows {
  static constexpr int kCount = row_count(N) > kLanes ? row_count(N) / kLanes : 1;
  Row<N> row[std::size_t{kCount}];
};

// kColumns has the bits of all columns of a block. kLiveColumns has the bits of all columns except the last. In the
// positions of the last column one side has only crowns, so the game is over.
template <int N>
constexpr Row<N> kColumns = static_cast<Row<N>>(~std::uint64_t{0} >> (64 - row_count(N)));
template <int N>
constexpr Row<N> kLiveColumns = static_cast<Row<N>>(kColumns<N> >> 1);

// Element k is a set of columns of a block: column c is in the set if bit k of the number c is set.
#ifdef __CUDA__
__attribute__((constant))
#endif
constexpr std::uint64_t kColumnsWith[] = {0xAAAA'AAAA'AAAA'AAAA, 0xCCCC'CCCC'CCCC'CCCC, 0xF0F0'F0F0'F0F0'F0F0,
                                          0xFF00'FF00'FF00'FF00, 0xFFFF'0000'FFFF'0000, 0xFFFF'FFFF'0000'0000};
template <int N>
UISGE_ON_CARD Row<N> columns_with(int bit) {
  return static_cast<Row<N>>(kColumnsWith[bit] & kColumns<N>);
}

template <int N>
UISGE_ON_CARD std::uint32_t reordered(std::uint32_t state, std::uint32_t order) {
  std::uint32_t result = 0;
  for (int k = 0; k < N; ++k) result |= (state >> k & 1) << (order >> (3 * k) & 7);
  return result;
}

// Renumbers the bits of `state`: bit `from` becomes bit `to`, and the bits between shift by one.
UISGE_ON_CARD inline std::uint32_t rotated(std::uint32_t state, unsigned from, unsigned to) {
  const std::uint32_t below_from = (1U << from) - 1;
  const std::uint32_t below_to = (1U << to) - 1;
  const std::uint32_t others = (state & below_from) | (state >> 1 & ~below_from);
  return (others & below_to) | (others & ~below_to) << 1 | (state >> from & 1) << to;
}

// Permutes the columns: exchanges bits k and k + 1 of the columns' numbers.
template <int N>
UISGE_ON_CARD Row<N> swap_neighbours(Row<N> row, int k) {
  const auto mask = static_cast<Row<N>>(columns_with<N>(k) & ~columns_with<N>(k + 1));
  const auto swap = static_cast<Row<N>>((row ^ (row >> (1 << k))) & mask);
  return static_cast<Row<N>>(row ^ swap ^ (swap << (1 << k)));
}
template <int N>
UISGE_ON_CARD void swap_neighbours(LaneRows<N>& rows, int k) {
  for (Row<N>& row : rows.row) row = swap_neighbours<N>(row, k);
}

// Moves column o of the argument to column rotated(o, from, to) of the result.
template <int N>
UISGE_ON_CARD void rotate_columns(LaneRows<N>& rows, unsigned from, unsigned to) {
  if (from < to) {
    for (int k = 0; k < N - 1; ++k) {
      if (from <= static_cast<unsigned>(k) && static_cast<unsigned>(k) < to) swap_neighbours<N>(rows, k);
    }
  } else if (to < from) {
    for (int k = N - 2; k >= 0; --k) {
      if (to <= static_cast<unsigned>(k) && static_cast<unsigned>(k) < from) swap_neighbours<N>(rows, k);
    }
  }
}

// Bubble sort compares neighbours in a fixed sequence, and exchanges those that are in the wrong order. Returns one bit
// per comparison: the bit is set if bubble sort of `order` exchanges the two neighbours.
template <int N>
UISGE_ON_CARD std::uint32_t exchanges_of(std::uint32_t order) {
  std::uint32_t exchanges = 0;
  int number = 0;
  for (int last = N - 1; last > 0; --last) {
    for (int k = 0; k < last; ++k, ++number) {
      const std::uint32_t differ = (order >> (3 * k) ^ order >> (3 * k + 3)) & 7;
      if ((order >> (3 * k) & 7) <= (order >> (3 * k + 3) & 7)) continue;
      exchanges |= 1U << number;
      order ^= differ << (3 * k) | differ << (3 * k + 3);
    }
  }
  return exchanges;
}

// Column o of the result is column reordered(o, order) of the argument. REQUIRES: `exchanges` is exchanges_of(order).
template <int N>
UISGE_ON_CARD void reorder_columns(LaneRows<N>& rows, std::uint32_t exchanges) {
  int number = N * (N - 1) / 2;
  for (int last = 1; last < N; ++last) {
    for (int k = last - 1; k >= 0; --k) {
      if ((exchanges >> --number & 1) != 0) swap_neighbours<N>(rows, k);
    }
  }
}

template <int N>
UISGE_ON_CARD Row<N> load_row(const std::uint8_t* block, std::uint32_t row) {
  count_read(sizeof(Row<N>));
  return Warp::load(reinterpret_cast<const Row<N>*>(block) + row);
}
template <int N>
UISGE_ON_CARD void store_row(std::uint8_t* block, std::uint32_t row, Row<N> bits) {
  count_written(sizeof(Row<N>));
  reinterpret_cast<Row<N>*>(block)[row] = bits;
}
// Sets bits of a row of the plane. Returns the bits that were not set before.
template <int N>
UISGE_ON_CARD Row<N> add_to_row(std::uint8_t* block, std::uint32_t row, Row<N> bits) {
  // A card can set bits atomically only in words of 32 or 64 bits.
  using Word = std::conditional_t<(sizeof(Row<N>) < 4), std::uint32_t, Row<N>>;
  constexpr std::uint32_t kRowsPerWord = sizeof(Word) / sizeof(Row<N>);
  count_written(sizeof(Row<N>));
  const std::uint32_t shift = row % kRowsPerWord * sizeof(Row<N>) * 8;
  const Word before =
      Warp::set(reinterpret_cast<Word*>(block) + row / kRowsPerWord, static_cast<Word>(Word{bits} << shift));
  return static_cast<Row<N>>(bits & ~static_cast<Row<N>>(before >> shift));
}

// Calls body(row number, row) for each of the lane's rows that the block has.
template <int N, class Body>
UISGE_ON_CARD void for_rows(int lane, LaneRows<N>& rows, const Body& body) {
  if (row_count(N) < kLanes && lane >= row_count(N)) return;
  body(static_cast<std::uint32_t>(lane), rows.row[0]);
  if constexpr (LaneRows<N>::kCount == 2) body(static_cast<std::uint32_t>(lane + kLanes), rows.row[1]);
}

// Transposes the block: for each k, bit k of the row number and bit k of the column number change places. Bit 5, which
// exists only with six pieces a side, moves entries within a lane; all other bits move entries between lanes.
template <int N>
UISGE_ON_CARD void transpose(PerLane<LaneRows<N>>& rows) {
  for (int bit = N - 1; bit >= 0; --bit) {
    const int half = 1 << bit;
    const auto low = static_cast<Row<N>>(~columns_with<N>(bit));
    if constexpr (LaneRows<N>::kCount == 2) {
      if (half == kLanes) {
        Warp::each([&](int lane) {
          Row<N>* const row = rows[lane].row;
          const auto swap = static_cast<Row<N>>((row[0] >> half ^ row[1]) & low);
          row[1] ^= swap;
          row[0] ^= swap << half;
        });
        continue;
      }
    }
    const PerLane<LaneRows<N>> others = Warp::exchange(rows, half);
    Warp::each([&](int lane) {
      for (int i = 0; i < LaneRows<N>::kCount; ++i) {
        const Row<N> mine = rows[lane].row[i];
        const Row<N> other = others[lane].row[i];
        rows[lane].row[i] = (lane & half) == 0
                                ? static_cast<Row<N>>((mine & low) | static_cast<Row<N>>((other & low) << half))
                                : static_cast<Row<N>>((mine & ~low) | static_cast<Row<N>>(other >> half & low));
      }
    });
  }
}

UISGE_ON_CARD inline std::uint32_t sum_of(const PerLane<std::uint32_t>& of_lane) {
  PerLane<std::uint32_t> sum = of_lane;
  for (int half = 1; half < kLanes; half *= 2) {
    const PerLane<std::uint32_t> others = Warp::exchange(sum, half);
    Warp::each([&](int lane) { sum[lane] += others[lane]; });
  }
  return Warp::broadcast(sum, 0);
}

}  // namespace uisge::card_kernels

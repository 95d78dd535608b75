// Compares the kernels' operations on the rows of a block with the same operations done bit by bit.
#include "solver/card/card_kernels.h"
#include "tests/test.h"

namespace uisge::card_kernels {

namespace {

template <int N>
void check_rows() {
  CAPTURE(N);
  constexpr auto kRows = static_cast<std::uint32_t>(row_count(N));
  std::mt19937_64 random(N);
  PerLane<LaneRows<N>> rows;
  const auto row = [&](std::uint32_t i) -> Row<N>& { return rows[static_cast<int>(i % kLanes)].row[i / kLanes]; };
  for (int i = 0; i < kLanes * LaneRows<N>::kCount; ++i) {
    row(static_cast<std::uint32_t>(i)) = static_cast<Row<N>>(random() & kColumns<N>);
  }
  std::vector<Row<N>> before;
  for (std::uint32_t i = 0; i < kRows; ++i) before.push_back(row(i));
  transpose<N>(rows);
  for (std::uint32_t i = 0; i < kRows; ++i) {
    for (std::uint32_t k = 0; k < kRows; ++k) REQUIRE((row(i) >> k & 1) == (before[k] >> i & 1));
  }
  // Compares reorder_columns() with its definition, for every order of the pieces.
  std::array<std::uint32_t, std::size_t{N}> order{};
  std::iota(order.begin(), order.end(), 0U);
  do {
    std::uint32_t packed = 0;
    for (std::size_t k = 0; k < order.size(); ++k) packed |= order[k] << (3 * k);
    LaneRows<N> two{};
    std::ranges::copy_n(before.begin(), LaneRows<N>::kCount, two.row);
    reorder_columns<N>(two, exchanges_of<N>(packed));
    for (std::uint32_t state = 0; state < kRows; ++state) {
      std::uint32_t there = 0;
      for (std::size_t k = 0; k < order.size(); ++k) there |= (state >> k & 1) << order[k];
      REQUIRE(reordered<N>(state, packed) == there);
      for (std::size_t i = 0; i < std::size(two.row); ++i) {
        REQUIRE((two.row[i] >> state & 1) == (before[i] >> there & 1));
      }
    }
  } while (std::next_permutation(order.begin(), order.end()));
  // rotate_columns() must do what its definition says: piece number `from` becomes piece number `to`.
  for (unsigned from = 0; from < N; ++from) {
    for (unsigned to = 0; to < N; ++to) {
      std::vector<unsigned> pieces;
      for (unsigned k = 0; k < N; ++k) {
        if (k != from) pieces.push_back(k);
      }
      pieces.insert(pieces.begin() + static_cast<std::ptrdiff_t>(to), from);
      LaneRows<N> two{};
      std::ranges::copy_n(before.begin(), LaneRows<N>::kCount, two.row);
      rotate_columns<N>(two, from, to);
      for (std::uint32_t state = 0; state < kRows; ++state) {
        std::uint32_t there = 0;
        for (std::size_t k = 0; k < pieces.size(); ++k) there |= (state >> pieces[k] & 1) << k;
        REQUIRE(rotated(state, from, to) == there);
        for (std::size_t i = 0; i < std::size(two.row); ++i) {
          REQUIRE((two.row[i] >> there & 1) == (before[i] >> state & 1));
        }
      }
    }
  }
}

}  // namespace

TEST_CASE("kernels transpose and reorder rows of one to six pieces", "[card][law]") {
  check_rows<1>();
  check_rows<2>();
  check_rows<3>();
  check_rows<4>();
  check_rows<5>();
  check_rows<6>();
}

}  // namespace uisge::card_kernels

#include "core/colouring.h"

#include <bit>
#include <catch2/catch.hpp>

#include "tests/core/random_position.h"
// rapidcheck's bridge wants Catch2 before it.
#include <rapidcheck/catch.h>

using namespace uisge;
using namespace uisge::test;

TEST_CASE("rank and mask of colourings invert each other, in ascending order", "[colouring][law]") {
  // Binomials of 2n over n.
  const std::array<int, 7> counts{0, 2, 6, 20, 70, 252, 924};
  for (int pieces = kMinPieces; pieces <= kMaxPieces; ++pieces) {
    CAPTURE(pieces);
    const Colourings colourings(pieces);
    REQUIRE(colourings.count() == counts[static_cast<std::size_t>(pieces)]);
    CHECK(colouring_count(pieces) == colourings.count());
    int wrong = 0;
    for (int i = 0; i < colourings.count(); ++i) {
      const auto rank = static_cast<ColouringRank>(i);
      const PieceMask mask = colourings.mask(rank);
      if (colourings.rank(mask) != rank || std::popcount(mask) != pieces) ++wrong;
      if ((mask & ~colourings.all()) != 0) ++wrong;
      if (i > 0 && mask <= colourings.mask(static_cast<ColouringRank>(i - 1))) ++wrong;
    }
    CHECK(wrong == 0);
  }
}

TEST_CASE("extract and deposit invert each other", "[colouring][law]") {
  rc::prop("subset to mask to subset", [] {
    const Board board(random_board_size());
    const int size = *rc::gen::inRange(1, std::min(2 * kMaxPieces, board.squares()) + 1);
    const SquareSet set_bb = random_placement(board, size);
    const SquareSet subset_bb = SquareSet(*rc::gen::arbitrary<std::uint64_t>()) & set_bb;
    const PieceMask mask = extract(subset_bb, set_bb);
    RC_ASSERT(mask < (1U << size));
    RC_ASSERT(deposit(mask, set_bb) == subset_bb);
    // Bit k is the k-th square in ascending order.
    for (const Square square : set_bb) {
      RC_ASSERT(((mask >> set_bb.rank_of(square) & 1) != 0) == subset_bb.contains(square));
    }
  });
}

#include "core/colouring.h"
#include "core/piece_count.h"
#include "tests/core/random_position.h"
#include "tests/test.h"
// rapidcheck's header must come after Catch2's.
#include <rapidcheck/catch.h>

using namespace uisge;
using namespace uisge::test;

TEST_CASE("rank and mask of colourings invert each other, in ascending order", "[colouring][law]") {
  // The number of ways to choose n of 2n pieces, for n from 1 to 6. Element 0 is not used.
  const std::array<std::size_t, 7> counts{0, 2, 6, 20, 70, 252, 924};
  for (int pieces = kMinPieces; pieces <= kMaxPieces; ++pieces) {
    CAPTURE(pieces);
    const Colourings colourings(pieces);
    REQUIRE(colourings.count() == counts[static_cast<std::size_t>(pieces)]);
    CHECK(colouring_count(pieces) == colourings.count());
    int wrong = 0;
    for (ColouringRank rank = 0; rank < colourings.count(); ++rank) {
      const PieceMask mask = colourings.mask(rank);
      if (colourings.rank(mask) != rank || std::popcount(mask) != pieces) ++wrong;
      if ((mask & ~colourings.all()) != 0) ++wrong;
      if (rank > 0 && mask <= colourings.mask(static_cast<ColouringRank>(rank - 1))) ++wrong;
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
    for (const Square square : set_bb) {
      RC_ASSERT(((mask >> set_bb.rank_of(square) & 1) != 0) == subset_bb.contains(square));
    }
  });
}

// The mask is compared with a text that has one character, 0 or 1, for each of the placement's pieces.
TEST_CASE("the text of a mask with a piece removed or inserted has one character less or more", "[colouring][law]") {
  rc::prop("remove and insert", [] {
    const int count = *rc::gen::inRange(1, 2 * kMaxPieces + 1);
    std::string written;
    unsigned mask = 0;
    for (int i = 0; i < count; ++i) {
      const bool is_set = *rc::gen::arbitrary<bool>();
      written += is_set ? '1' : '0';
      if (is_set) mask |= 1U << i;
    }
    const auto mask_of = [](const std::string& text) {
      unsigned bits = 0;
      for (std::size_t i = 0; i < text.size(); ++i) bits |= (text[i] == '1' ? 1U : 0U) << i;
      return bits;
    };
    for (unsigned piece = 0; piece < static_cast<unsigned>(count); ++piece) {
      std::string without = written;
      without.erase(piece, 1);
      RC_ASSERT(remove_piece(static_cast<PieceMask>(mask), piece) == mask_of(without));
      for (const unsigned bit : {0U, 1U}) {
        std::string with = without;
        with.insert(piece, 1, bit != 0 ? '1' : '0');
        RC_ASSERT(insert_piece(static_cast<PieceMask>(mask_of(without)), piece, bit) == mask_of(with));
      }
    }
  });
}

TEST_CASE("a position's index combines the colouring, the opponent's crowns and the mover's crowns, in this order",
          "[colouring][law]") {
  for (int pieces = kMinPieces; pieces <= kMaxPieces; ++pieces) {
    CAPTURE(pieces);
    std::uint32_t index = 0;
    const unsigned states = 1U << pieces;
    for (ColouringRank rank = 0; rank < colouring_count(pieces); ++rank) {
      for (unsigned opponent = 0; opponent < states; ++opponent) {
        for (unsigned mover = 0; mover < states; ++mover, ++index) {
          const IndexParts parts = index_parts(pieces, index);
          const bool is_right = parts.rank == rank && parts.opponent_crowns == opponent && parts.mover_crowns == mover;
          if (!is_right) FAIL(index);
        }
      }
    }
    CHECK(index == positions_per_placement(pieces));
  }
}

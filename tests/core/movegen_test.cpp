// Compares the shortcuts of the move generator, which works on sets of squares, with full flood fills. The tests use
// all shapes on small boards and random shapes with holes; position_laws_test.cpp has random positions.
#include "core/movegen.h"
#include "tests/core/random_position.h"
#include "tests/test.h"
// rapidcheck's header must come after Catch2's.
#include <rapidcheck/catch.h>

using namespace uisge;
using namespace uisge::test;

namespace {

struct GeneratedMove {
  MoveKind kind;
  Square from;
  Square to;
  auto operator<=>(const GeneratedMove&) const = default;
};

template <bool kDiagonalJumps>
std::vector<GeneratedMove> generated(const Board& board, const Pieces& pieces) {
  std::vector<GeneratedMove> moves;
  visit_moves<kDiagonalJumps>(board, pieces, [&]<MoveKind kKind>(auto from, SquareSet targets_bb) {
    for (const Square to : targets_bb) moves.push_back({kKind, from(to), to});
  });
  std::sort(moves.begin(), moves.end());
  return moves;
}

// Finds the moves one at a time. A full flood fill tests whether the pieces stay connected after the move.
template <bool kDiagonalJumps>
std::vector<GeneratedMove> flooded(const Board& board, const Pieces& pieces) {
  std::vector<GeneratedMove> moves;
  const SquareSet occupied_bb = pieces.occupied_bb();
  for (const Square from : pieces.mover_bb) {
    const auto add = [&](MoveKind kind, Square to) {
      if (!occupied_bb.contains(to) && board.connected(occupied_bb.without(from).with(to))) {
        moves.push_back({kind, from, to});
      }
    };
    for (const Board::Jump jump : board.orthogonal_jumps(from)) {
      if (occupied_bb.contains(jump.over)) add(MoveKind::kJump, jump.to);
    }
    if (!pieces.crowns_bb.contains(from)) continue;
    for (const Square to : board.adjacent_bb(from)) add(MoveKind::kStep, to);
    if (!kDiagonalJumps) continue;
    for (const Board::Jump jump : board.diagonal_jumps(from)) {
      if (occupied_bb.contains(jump.over)) add(MoveKind::kDiagonalJump, jump.to);
    }
  }
  std::sort(moves.begin(), moves.end());
  return moves;
}

template <bool kDiagonalJumps>
bool agree(const Board& board, const Pieces& pieces) {
  const auto moves = generated<kDiagonalJumps>(board, pieces);
  return moves == flooded<kDiagonalJumps>(board, pieces) &&
         count_moves<kDiagonalJumps>(board, pieces) == static_cast<int>(moves.size()) &&
         is_stuck<kDiagonalJumps>(board, pieces) == moves.empty();
}

// Puts a crown of the mover on every occupied square, so that all moves of all pieces are tested.
Pieces all_crowns_on(SquareSet occupied_bb) {
  return {occupied_bb, SquareSet(), occupied_bb};
}

}  // namespace

TEST_CASE("the generator's shortcuts equal full flood fills on every connected set of small boards", "[movegen]") {
  for (const BoardSize size : {BoardSize{4, 4}, BoardSize{5, 3}, BoardSize{3, 5}}) {
    const Board board(size);
    int wrong = 0;
    int with_hole = 0;
    for (std::uint64_t bits = 1; bits <= board.all_bb().bits(); ++bits) {
      const SquareSet occupied_bb(bits);
      if (occupied_bb.size() < 2 || !board.connected(occupied_bb)) continue;
      const Pieces pieces = all_crowns_on(occupied_bb);
      if (!agree<false>(board, pieces) || !agree<true>(board, pieces)) ++wrong;
      if (movegen_detail::Rings(board, occupied_bb).has_hole(occupied_bb)) ++with_hole;
    }
    CAPTURE(to_string(size));
    CHECK(wrong == 0);
    CHECK(with_hole > 0);  // some tested placements enclose empty squares
  }
}

TEST_CASE("the generator's shortcuts equal full flood fills on crowded boards with many holes", "[movegen][law]") {
  rc::prop("both move sets", [] {
    const Board board(random_board_size());
    const Pieces pieces = all_crowns_on(random_placement(board, *rc::gen::inRange(2, board.squares() + 1)));
    RC_ASSERT(agree<false>(board, pieces));
    RC_ASSERT(agree<true>(board, pieces));
  });
}

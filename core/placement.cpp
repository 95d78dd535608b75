#include "core/placement.h"

#include <algorithm>
#include <array>

#include "core/canonical_order.h"

namespace uisge {

CanonicalPlacement canonical_placement(const Board& board, SquareSet occupied_bb) {
  SymmetrySet symmetries = least_sum_symmetries(board, occupied_bb);
  const auto take_first_image = [&]() -> CanonicalPlacement {
    const Symmetry symmetry = symmetries.take_first();
    return {board.image(symmetry, occupied_bb), symmetry};
  };
  CanonicalPlacement best = take_first_image();
  while (!symmetries.empty()) {
    const CanonicalPlacement other = take_first_image();
    if (other.occupied_bb < best.occupied_bb) best = other;
  }
  return best;
}

std::optional<std::size_t> find_placement(std::span<const SquareSet> placements, SquareSet canonical_bb) {
  const auto found = std::lower_bound(placements.begin(), placements.end(), canonical_bb);
  if (found == placements.end() || *found != canonical_bb) return std::nullopt;
  return static_cast<std::size_t>(found - placements.begin());
}

boost::container::static_vector<Symmetry, kMaxSymmetries> stabiliser(const Board& board, SquareSet occupied_bb) {
  boost::container::static_vector<Symmetry, kMaxSymmetries> result;
  for (int s = 0; s < board.symmetry_count(); ++s) {
    if (board.image(Symmetry(s), occupied_bb) == occupied_bb) result.push_back(Symmetry(s));
  }
  return result;
}

PlacementMoves placement_moves(const Board& board, bool diagonal_jumps, SquareSet occupied_bb) {
  PlacementMoves moves;
  for (const Square from : occupied_bb) {
    std::array<MoveKind, kMaxSquares> kinds{};
    SquareSet targets_bb = board.adjacent_bb(from) - occupied_bb;
    for (const Square to : targets_bb) kinds[to.index()] = MoveKind::kStep;
    const auto add_jumps = [&](std::span<const Board::Jump> jumps, MoveKind kind) {
      for (const Board::Jump jump : jumps) {
        if (!occupied_bb.contains(jump.over) || occupied_bb.contains(jump.to)) continue;
        targets_bb |= SquareSet(jump.to);
        kinds[jump.to.index()] = kind;
      }
    };
    add_jumps(board.orthogonal_jumps(from), MoveKind::kJump);
    if (diagonal_jumps) add_jumps(board.diagonal_jumps(from), MoveKind::kDiagonalJump);
    const SquareSet rest_bb = occupied_bb.without(from);
    for (const Square to : targets_bb) {
      if (!board.connected(rest_bb.with(to))) continue;
      moves.push_back({from, to, kinds[to.index()]});
    }
  }
  return moves;
}

void grow_placement(const Board& board, SquareSet occupied_bb, std::vector<SquareSet>& grown) {
  for (const Square square : board.grown_bb(occupied_bb) - occupied_bb) {
    grown.push_back(canonical_placement(board, occupied_bb.with(square)).occupied_bb);
  }
}

}  // namespace uisge

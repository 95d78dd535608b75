#include "solver/search/proof_line.h"

#include <algorithm>

namespace uisge {

PositionNumbers::PositionNumbers(const Board& board, int pieces)
    : board_(board), keys_(board, best_instruction_set()), colourings_(pieces) {
  for (std::size_t k = 0; k < subsets_.size(); ++k) {
    // Pascal's rule: a set of squares below s either contains square s - 1, or has only squares below s - 1.
    for (std::size_t s = 1; s <= kMaxSquares; ++s) {
      subsets_[k][s] = subsets_[k][s - 1] + (k == 0 ? 1 : subsets_[k - 1][s - 1]);
    }
  }
  // The largest number, with twelve pieces on 64 squares, is 1.24 * 10^19, below 2^64.
  const std::size_t all = 2 * static_cast<std::size_t>(pieces);
  end_ = subsets_[all - 1][static_cast<std::size_t>(board.squares())] * positions_per_placement(pieces);
}

PositionNumbers::Place PositionNumbers::place_of(const Position& position) const {
  const CanonicalKey canonical = keys_.key_of(pieces_of(position), Attacker::kMover);
  return {number_of(canonical.key), canonical.symmetry};
}

std::uint64_t PositionNumbers::number_of(const PositionKey& key) const {
  std::uint64_t rank = 0;
  std::size_t k = 0;
  for (const Square square : SquareSet(key.occupied_bits)) rank += subsets_[k++][square.index()];
  const std::uint64_t crowns = key.piece_bits >> 2 * kMaxPieces & colourings_.all();
  const auto mover = static_cast<PieceMask>(key.piece_bits & colourings_.all());
  return (rank << 2 * colourings_.pieces() | crowns) * colourings_.count() + colourings_.rank(mover);
}

// All sets with as many squares as there are pieces are numbered. Finds the set with the number `rank`: first its
// highest square, then the next lower one, and so on. If k + 1 squares are left to find, the highest of them is the
// greatest square s with subsets_[k][s] <= rank. The difference, rank - subsets_[k][s], is the rank of the other k
// squares.
SquareSet PositionNumbers::squares_of(std::uint64_t rank) const {
  SquareSet squares_bb;
  auto end = static_cast<std::ptrdiff_t>(board_.squares());
  for (int k = 2 * colourings_.pieces() - 1; k >= 0; --k) {
    const auto& subsets = subsets_[static_cast<std::size_t>(k)];
    end = std::upper_bound(subsets.begin(), subsets.begin() + end, rank) - subsets.begin() - 1;
    squares_bb |= SquareSet(Square(static_cast<int>(end)));
    rank -= subsets[static_cast<std::size_t>(end)];
  }
  return squares_bb;
}

std::optional<Position> PositionNumbers::position_of(std::uint64_t number) const {
  if (number >= end_) return std::nullopt;
  const auto colouring = static_cast<ColouringRank>(number % colourings_.count());
  const std::uint64_t rest = number / colourings_.count();
  const SquareSet occupied_bb = squares_of(rest >> 2 * colourings_.pieces());
  const SquareSet mover_bb = deposit(colourings_.mask(colouring), occupied_bb);
  const SquareSet crowns_bb = deposit(static_cast<unsigned>(rest & colourings_.all()), occupied_bb);
  const auto position =
      Position::from_setup(board_, {board_.size(), mover_bb, occupied_bb - mover_bb, crowns_bb, Side::kWhite});
  if (!position || place_of(*position).number != number) return std::nullopt;
  return *position;
}

}  // namespace uisge

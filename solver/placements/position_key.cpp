#include "solver/placements/position_key.h"

#include <tuple>

#include "core/canonical_order.h"
#include "core/piece_count.h"

namespace uisge {

namespace {

std::uint64_t reversed(std::uint64_t x) {
  x = (x >> 1 & 0x5555555555555555u) | (x & 0x5555555555555555u) << 1;
  x = (x >> 2 & 0x3333333333333333u) | (x & 0x3333333333333333u) << 2;
  x = (x >> 4 & 0x0f0f0f0f0f0f0f0fu) | (x & 0x0f0f0f0f0f0f0f0fu) << 4;
  x = (x >> 8 & 0x00ff00ff00ff00ffu) | (x & 0x00ff00ff00ff00ffu) << 8;
  x = (x >> 16 & 0x0000ffff0000ffffu) | (x & 0x0000ffff0000ffffu) << 16;
  return x >> 32 | x << 32;
}

}  // namespace

KeyMaker::KeyMaker(const Board& board, InstructionSet instructions)
    : board_(board), piece_bits_(piece_bits(instructions)) {
  for (std::size_t row = 0; row < mirrored_row_.size(); ++row) {
    mirrored_row_[row] = static_cast<std::uint16_t>(reversed(row) >> (64 - board.files()));
  }
}

SquareSet KeyMaker::image(Symmetry symmetry, SquareSet set_bb) const {
  if (symmetry.transposes()) return board_.image(symmetry, set_bb);  // slow, but the real board is not square
  if (symmetry.is_identity()) return set_bb;
  // Both mirrors together reverse the order of all squares.
  if (symmetry.mirrors_files() && symmetry.mirrors_ranks()) {
    return SquareSet(reversed(set_bb.bits()) >> (64 - board_.squares()));
  }
  const std::uint64_t row_mask = (std::uint64_t{1} << board_.files()) - 1;
  std::uint64_t rest = set_bb.bits();
  std::uint64_t image = 0;
  for (int rank = 0; rest != 0; ++rank, rest >>= board_.files()) {
    const std::uint64_t row = rest & row_mask;
    image |= symmetry.mirrors_files() ? std::uint64_t{mirrored_row_[row]} << rank * board_.files()
                                      : row << (board_.ranks() - 1 - rank) * board_.files();
  }
  return SquareSet(image);
}

PositionKey KeyMaker::exact_key(const Pieces& pieces, Attacker attacker) const {
  const std::uint64_t occupied = pieces.occupied_bb().bits();
  const std::uint32_t bits = piece_bits_(pieces.mover_bb.bits(), pieces.crowns_bb.bits(), occupied);
  return {occupied, bits | static_cast<std::uint32_t>(attacker) << 4 * kMaxPieces};
}

CanonicalKey KeyMaker::key_of(const Pieces& pieces, Attacker attacker) const {
  const auto key_under = [&](Symmetry symmetry) {
    if (symmetry.is_identity()) return exact_key(pieces, attacker);
    return exact_key(
        {image(symmetry, pieces.mover_bb), image(symmetry, pieces.opponent_bb), image(symmetry, pieces.crowns_bb)},
        attacker);
  };
  SymmetrySet symmetries = least_sum_symmetries(board_, pieces.occupied_bb());
  const Symmetry first = symmetries.take_first();
  CanonicalKey best{key_under(first), first};
  while (!symmetries.empty()) {
    const Symmetry symmetry = symmetries.take_first();
    const PositionKey key = key_under(symmetry);
    if (std::tie(key.occupied_bits, key.piece_bits) < std::tie(best.key.occupied_bits, best.key.piece_bits)) {
      best = {key, symmetry};
    }
  }
  return best;
}

}  // namespace uisge

#include "solver/placements/position_key.h"

#include <algorithm>
#include <bit>
#include <tuple>

namespace uisge {

namespace {

int weighted_size(SquareSet set_bb, const std::array<SquareSet, 4>& digit_bb) {
  int sum = 0;
  for (std::size_t digit = 0; digit < digit_bb.size(); ++digit) sum += (set_bb & digit_bb[digit]).size() << digit;
  return sum;
}

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
  for (const Square square : board.all_bb()) {
    for (std::size_t digit = 0; digit < file_digit_bb_.size(); ++digit) {
      if ((board.file(square) >> digit & 1) != 0) file_digit_bb_[digit] |= SquareSet(square);
      if ((board.rank(square) >> digit & 1) != 0) rank_digit_bb_[digit] |= SquareSet(square);
    }
  }
  for (std::size_t row = 0; row < mirrored_row_.size(); ++row) {
    mirrored_row_[row] = static_cast<std::uint16_t>(reversed(row) >> (64 - board.files()));
  }
}

unsigned KeyMaker::least_sum_symmetries(SquareSet occupied_bb) const {
  const int pieces = occupied_bb.size();
  const int files = weighted_size(occupied_bb, file_digit_bb_);
  const int ranks = weighted_size(occupied_bb, rank_digit_bb_);
  const int files_mirrored = pieces * (board_.files() - 1) - files;
  const int ranks_mirrored = pieces * (board_.ranks() - 1) - ranks;
  const int fewest_files = std::min(files, files_mirrored);
  const int fewest_ranks = std::min(ranks, ranks_mirrored);
  unsigned symmetries = 0;
  // A transposition comes first and makes files of ranks, see core/board.h.
  const bool square_board = board_.symmetry_count() == kMaxSymmetries;
  if (!square_board || fewest_ranks <= fewest_files) {
    for (unsigned s = 0; s < 4; ++s) {
      if (((s & 1) != 0 ? files_mirrored : files) == fewest_files &&
          ((s & 2) != 0 ? ranks_mirrored : ranks) == fewest_ranks) {
        symmetries |= 1U << s;
      }
    }
  }
  if (square_board && fewest_files <= fewest_ranks) {
    for (unsigned s = 0; s < 4; ++s) {
      if (((s & 1) != 0 ? ranks_mirrored : ranks) == fewest_ranks &&
          ((s & 2) != 0 ? files_mirrored : files) == fewest_files) {
        symmetries |= 1U << (4 | s);
      }
    }
  }
  return symmetries;
}

SquareSet KeyMaker::image(Symmetry symmetry, SquareSet set_bb) const {
  if (symmetry.transposes()) return board_.image(symmetry, set_bb);  // small boards; nothing there is in a hurry
  if (symmetry.is_identity()) return set_bb;
  // Both mirrors together turn the order of all squares round.
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
  unsigned symmetries = least_sum_symmetries(pieces.occupied_bb());
  const auto take_first = [&symmetries] {
    const Symmetry symmetry(std::countr_zero(symmetries));
    symmetries &= symmetries - 1;
    return symmetry;
  };
  const Symmetry first = take_first();
  CanonicalKey best{key_under(first), first};
  while (symmetries != 0) {
    const Symmetry symmetry = take_first();
    const PositionKey key = key_under(symmetry);
    if (std::tie(key.occupied_bits, key.piece_bits) < std::tie(best.key.occupied_bits, best.key.piece_bits)) {
      best = {key, symmetry};
    }
  }
  return best;
}

}  // namespace uisge

#include "solver/placements/piece_bits.h"

#include <cassert>

#include "core/piece_count.h"
#include "core/rules.h"
#include "core/square_set.h"

namespace uisge {

namespace {

// Returns a mask: bit r is set if the r-th square of `occupied_bb`, counted from 0, is in `set_bb`.
std::uint32_t rank_bits(SquareSet set_bb, SquareSet occupied_bb) {
  std::uint32_t bits = 0;
  for (const Square square : set_bb) bits |= std::uint32_t{1} << occupied_bb.rank_of(square);
  return bits;
}

std::uint32_t portable_piece_bits(std::uint64_t mover, std::uint64_t crowns, std::uint64_t occupied) {
  const SquareSet occupied_bb(occupied);
  return rank_bits(SquareSet(mover), occupied_bb) | rank_bits(SquareSet(crowns), occupied_bb) << 2 * kMaxPieces;
}

}  // namespace

PieceBits piece_bits(InstructionSet set) {
  assert(is_supported(set));
#if defined(__x86_64__)
  if (set == InstructionSet::kAvx2 || set == InstructionSet::kAvx512) return avx2_piece_bits;
#endif
  return portable_piece_bits;
}

}  // namespace uisge

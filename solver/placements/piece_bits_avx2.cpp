// BMI2, which InstructionSet::kAvx2 includes, has the instruction PEXT, which extracts the bits that a mask selects.
#include <immintrin.h>

#include "core/piece_count.h"
#include "core/rules.h"
#include "solver/placements/piece_bits.h"

namespace uisge {

std::uint32_t avx2_piece_bits(std::uint64_t mover, std::uint64_t crowns, std::uint64_t occupied) {
  return static_cast<std::uint32_t>(_pext_u64(mover, occupied) | _pext_u64(crowns, occupied) << 2 * kMaxPieces);
}

}  // namespace uisge

// The piece fields of a position's key (position_key.h), made by an instruction set.
//
// The parameters are plain words, because files that are compiled for an instruction set must not use inline functions
// that other files share.
#pragma once

#include <cstdint>

#include "core/instruction_set.h"

namespace uisge {

// The bits of all pieces, which are numbered in ascending order of squares: a bit for each of the mover's, and from bit
// 2 * kMaxPieces on a bit for each crown. The arguments are sets of squares.
using PieceBits = std::uint32_t (*)(std::uint64_t mover, std::uint64_t crowns, std::uint64_t occupied);

// REQUIRES: is_supported(set).
PieceBits piece_bits(InstructionSet set);
std::uint32_t avx2_piece_bits(std::uint64_t mover, std::uint64_t crowns, std::uint64_t occupied);  // on x86-64

}  // namespace uisge

// Makes the piece fields of a position's key (position_key.h) with the instructions of a given instruction set.
//
// The parameters are plain words, because files that are compiled for an instruction set must not use inline functions
// that other files share.
#pragma once

#include <cstdint>

#include "core/instruction_set.h"
#include "core/piece_count.h"

namespace uisge {

// Pieces are numbered in ascending order of their squares. In the result, bit i is set if piece i is the mover's, and
// bit 2 * kMaxPieces + i if piece i is a crown. The arguments are sets of squares.
using PieceBits = std::uint32_t (*)(std::uint64_t mover, std::uint64_t crowns, std::uint64_t occupied);

// REQUIRES: is_supported(set).
PieceBits piece_bits(InstructionSet set);
std::uint32_t avx2_piece_bits(std::uint64_t mover, std::uint64_t crowns, std::uint64_t occupied);  // on x86-64

}  // namespace uisge

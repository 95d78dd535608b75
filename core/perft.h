// Perft: the number of sequences of exactly N plies, the field's check of a move generator.
//
// A game that ends earlier contributes nothing; a pass is a ply (docs/rules.md has the tables). Either every leaf is
// played and visited, which exercises all of the move generator; or the leaves of a node are counted without being
// played, which is several times faster and gives the same numbers. Leaves are counted with a position in every lane of
// a vector register where there is one (core/lane_perft.h).
#pragma once

#include <cstdint>

#include "core/instruction_set.h"
#include "core/moves.h"

namespace uisge {

enum class Leaves : std::uint8_t { kPlayed, kCounted };

// Time is proportional to the result (docs/performance.md has rates). Played leaves use no instruction set. REQUIRES:
// plies >= 0, is_supported(instructions).
std::uint64_t perft(const Board& board, RuleSet rules, const Position& position, int plies, Leaves leaves,
                    InstructionSet instructions = InstructionSet::kPortable);

}  // namespace uisge

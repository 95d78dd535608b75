// Perft: the number of move sequences of exactly N plies.
//
// A game that ends earlier contributes nothing; a pass is a ply. The moves of the last ply are either played one by
// one, which exercises all of the move generator, or only counted, which is several times faster. Playing and counting
// give the same numbers. Counting uses vector registers, one position per lane, if the processor has them
// (core/lane_perft.h).
#pragma once

#include <atomic>
#include <cstdint>

#include "core/instruction_set.h"
#include "core/moves.h"

namespace uisge {

enum class Leaves : std::uint8_t { kPlayed, kCounted };

// Time is proportional to the result (docs/performance.md has rates). If the moves of the last ply are played
// (`leaves`), `instructions` has no effect. Once `cancel` is set, the count ends after a few milliseconds, and the
// result has no meaning; `cancel` may be null. REQUIRES: plies >= 0, is_supported(instructions).
std::uint64_t perft(const Board& board, RuleSet rules, const Position& position, int plies, Leaves leaves,
                    InstructionSet instructions = InstructionSet::kPortable, const std::atomic<bool>* cancel = nullptr);

}  // namespace uisge

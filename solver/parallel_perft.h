// Perft on several threads: the tree is cut a few plies below the root, and the threads take its branches.
//
// The results equal those of core/perft.h, whatever the number of threads.
#pragma once

#include <vector>

#include "core/perft.h"

namespace uisge {

// REQUIRES: plies >= 0, threads >= 1, is_supported(instructions).
std::uint64_t parallel_perft(const Board& board, RuleSet rules, const Position& position, int plies, Leaves leaves,
                             std::size_t threads, InstructionSet instructions = InstructionSet::kPortable);

// A first move (or pass) of a perft, and the number of sequences that begin with it. perft_divide() returns an element
// for each first move, in the order of playable_moves. REQUIRES: plies >= 1.
struct PerftShare {
  Move move;
  std::uint64_t sequences;
};
std::vector<PerftShare> perft_divide(const Board& board, RuleSet rules, const Position& position, int plies,
                                     Leaves leaves, std::size_t threads,
                                     InstructionSet instructions = InstructionSet::kPortable);

}  // namespace uisge

// The numbers of live positions of a game, to which the counts of a solved game must add up.
#pragma once

#include <cstdint>
#include <span>

#include "core/board.h"

namespace uisge {

struct LiveTotals {
  std::uint64_t raw = 0;        // images under symmetry count separately
  std::uint64_t canonical = 0;  // up to symmetry
};

// `placements`: the canonical placements of the game. Takes a few tenths of a second for the real game.
LiveTotals live_totals(const Board& board, std::span<const SquareSet> placements, int pieces);

}  // namespace uisge

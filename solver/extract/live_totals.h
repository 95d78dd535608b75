// The number of live positions of a game. The counts of a solved game add up to this number.
#pragma once

#include <cstdint>
#include <span>

#include "core/board.h"

namespace uisge {

struct LiveTotals {
  std::uint64_t raw = 0;        // every placement counted
  std::uint64_t canonical = 0;  // up to symmetry
};

// The numbers of live positions of a game whose canonical placements are `placements`. Takes a few tenths of a second
// for the real game.
LiveTotals live_totals(const Board& board, std::span<const SquareSet> placements, int pieces);

}  // namespace uisge

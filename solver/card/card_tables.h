// The moves between placements in the form that kernels read (card_step.h), made from the placement table once per
// solve.
//
// The tables take 32 bytes per move and 12 per placement: 255 MB for the real game.
#pragma once

#include <vector>

#include "solver/card/card_step.h"
#include "solver/placements/placement_table.h"

namespace uisge {

struct CardMoves {
  std::vector<CardPlacement> placements;  // as CardTables::placements
  std::vector<CardMove> moves;
  std::vector<CardMove> back_moves;  // the same moves, sorted by the placement where they end
};

// Throws std::bad_alloc. REQUIRES: the table has fewer than 2^32 moves, as on every board that fits a card.
CardMoves make_card_moves(const PlacementTable& table);

}  // namespace uisge

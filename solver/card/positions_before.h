// Finds the positions from which a move leads to given won positions, for the exact engine on a card.
//
// The card counts the new losses of a stage and keeps no list of them. A position is a new loss if it is lost and one
// of its successors became won in the stage before.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/rules.h"
#include "db/position_cell.h"
#include "solver/placements/placement_table.h"

namespace uisge {

// The positions of a placement from which a move, or a pass, leads to one of `after`: indices in the placement, not
// sorted. An index may repeat, and may be of a position whose mover has only crowns.
std::vector<std::uint32_t> positions_before(const PlacementTable& table, StuckRule stuck, PlacementId id,
                                            std::span<const PositionCell> after);

}  // namespace uisge

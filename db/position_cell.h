// Finds the place of a position in a database, and the position at a place.
//
// Pure functions. To find a place, the position is mapped to a canonical placement, which is found in the list by
// binary search.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "core/board.h"
#include "core/colouring.h"
#include "core/position.h"

namespace uisge {

// The place of a position: the number of its placement in the order of the file, and its index in the placement
// (core/colouring.h).
struct PositionCell {
  std::uint32_t placement = 0;
  std::uint32_t index = 0;
  constexpr auto operator<=>(const PositionCell&) const = default;
};

// REQUIRES: placement and index are below 2^32.
constexpr PositionCell cell_at(std::size_t placement, std::size_t index) {
  return {static_cast<std::uint32_t>(placement), static_cast<std::uint32_t>(index)};
}

// Whether the position at an index of a placement is live, that is, both sides have a blank.
constexpr bool is_live_index(int pieces, std::uint32_t index) {
  const unsigned all_crowns = (1U << pieces) - 1;
  const IndexParts parts = index_parts(pieces, index);
  return parts.mover_crowns != all_crowns && parts.opponent_crowns != all_crowns;
}

// The cell of a position. Returns std::nullopt if `placements` lacks the position's placement. `placements` has
// canonical placements in ascending order. REQUIRES: position.pieces() == colourings.pieces().
std::optional<PositionCell> find_cell(const Board& board, std::span<const SquareSet> placements,
                                      const Colourings& colourings, const Position& position);

// The least cell of the position's images. If symmetries of the board map the placement onto itself, the images of a
// position can have several cells. Returns and REQUIRES: as find_cell.
std::optional<PositionCell> find_class_cell(const Board& board, std::span<const SquareSet> placements,
                                            const Colourings& colourings, const Position& position);

// The position at `index` of a placement, White to move. REQUIRES: index < positions_per_placement, and at least one
// side of the position has a blank.
Position position_at(const Board& board, const Colourings& colourings, SquareSet occupied_bb, std::uint32_t index);

}  // namespace uisge

// Planes of random bits, and the successors of single positions. From these the tests compute, position by position,
// which bits a step of an engine must set. A step of an engine only combines bits, which need not be the values of a
// game. So the tests can use boards with six a side without solving them.
#pragma once

#include <cstdint>
#include <vector>

#include "core/colouring.h"
#include "db/position_cell.h"
#include "solver/blocks/plane.h"
#include "solver/placements/placement_table.h"

namespace uisge::test {

// The share of the bits that are set.
enum class Density : std::uint8_t { kOneOf64, kOneOfEight, kSevenOfEight };

// The number of words of a placement's blocks in a plane.
std::size_t words_of_placement(int pieces);

// Fills the bits of every position of the blocks, including positions that are not live.
void fill_at_random(Plane& plane, const PlacementTable& table, Density density, std::uint64_t seed);

class CellMoves {
 public:
  // `table` must outlive this object.
  CellMoves(const PlacementTable& table, RuleSet rules) : table_(table), rules_(rules), colourings_(table.pieces()) {}

  struct Successors {
    bool is_stuck = false;
    std::vector<PositionCell> cells;
  };
  // The positions that the moves of core/moves.h lead to. Under `passes` a stuck position has its pass, even if both
  // sides are stuck. REQUIRES: the cell is live.
  Successors successors(PositionCell cell) const;

  bool is_live(PositionCell cell) const { return is_live_index(table_.pieces(), cell.index); }
  // Whether the opponent's pieces are all crowns. Such a position is lost by the rules, and not live.
  bool is_completed(PositionCell cell) const;
  bool is_set(const std::uint64_t* blocks_of_placement, PositionCell cell) const;
  bool is_set(const Plane& plane, PositionCell cell) const {
    return is_set(plane.blocks(static_cast<PlacementId>(cell.placement)), cell);
  }
  std::uint64_t cells_per_placement() const { return positions_per_placement(table_.pieces()); }

 private:
  const PlacementTable& table_;
  RuleSet rules_;
  Colourings colourings_;
};

}  // namespace uisge::test

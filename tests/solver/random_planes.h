// Planes of random bits, and the results of the rules for them, position by position. A step of an engine only combines
// bits, so they need not be values of a game. So boards with six a side can be tested without solving them.
#pragma once

#include <cstdint>
#include <vector>

#include "core/colouring.h"
#include "db/position_cell.h"
#include "solver/placements/placement_table.h"
#include "solver/retrograde/plane.h"

namespace uisge::test {

// How many bits are set.
enum class Density : std::uint8_t { kOneOf64, kOneOfEight, kSevenOfEight };

// Of a placement's blocks in a plane.
std::size_t words_of_placement(int pieces);

// Every position of the blocks, those that are not live too.
void fill_at_random(Plane& plane, const PlacementTable& table, Density density, std::uint64_t seed);

class CellMoves {
 public:
  // The table has to outlive it.
  CellMoves(const PlacementTable& table, RuleSet rules) : table_(table), rules_(rules), colourings_(table.pieces()) {}

  struct Successors {
    bool is_stuck = false;
    std::vector<PositionCell> cells;
  };
  // By the moves of core/moves.h. Under `passes` a stuck position has its pass, also where both sides are stuck.
  // REQUIRES: a live cell.
  Successors successors(PositionCell cell) const;

  bool is_live(PositionCell cell) const { return is_live_index(table_.pieces(), cell.index); }
  // Lost before anything is played, and not live: the opponent's pieces are all crowns.
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

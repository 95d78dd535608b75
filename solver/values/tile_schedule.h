// Tells which visit touches a tile next. If memory holds only some tiles of a plane, the engine evicts the tile whose
// next use is furthest away (Belady, "A study of replacement algorithms for a virtual-storage computer", 1966).
//
// A visit handles one group of placements. The visit touches only tiles that hold placements of the group or their
// neighbours (the placements one move away). A sweep visits all groups in one direction, and the next sweep in the
// opposite direction (SweepDirection). So the next visit that may touch a tile is known.
//
// Not thread-safe. Memory: 4 bytes for each pair of a group and a tile that the group touches. The number of pairs is
// at most the number of tiles plus the number of moves between placements (PlacementTable::transitions()).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "solver/values/visit_order.h"
#include "solver/values/won_plane.h"

namespace uisge {

class TileSchedule final : public NextVisits {
 public:
  // `visit` is the number of the last visit so far; the first begin_visit() begins visit number `visit` + 1. Takes time
  // in proportion to the number of moves in the table.
  TileSchedule(const PlacementTable& table, const TileLayout& layout, const VisitOrder& order, std::uint64_t visit = 0);

  // Begins the next visit, which handles the group direction.group(i).
  void begin_visit(SweepDirection direction, std::size_t i);
  std::uint64_t visit() const { return visit_; }

  std::uint64_t next_visit(TileId tile) const override;

  static std::uint64_t bytes_for(const PlacementTable& table, const TileLayout& layout) {
    return (table.transition_count() + table.size()) * sizeof(std::uint32_t) + layout.tiles() * sizeof(std::size_t);
  }

 private:
  // The groups whose visits touch the tile, in ascending order.
  std::span<const std::uint32_t> groups_of(TileId tile) const {
    return std::span(groups_of_).subspan(first_[index(tile)], first_[index(tile) + 1] - first_[index(tile)]);
  }

  std::size_t groups_;
  std::vector<std::size_t> first_;  // by tile: the index of its first group in groups_of_; then the size of groups_of_
  std::vector<std::uint32_t> groups_of_;
  std::uint64_t visit_;
  std::size_t group_ = 0;
  bool is_forwards_ = true;
};

}  // namespace uisge

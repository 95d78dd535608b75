// Tells which visit touches a tile next. So a plane that holds only some of its tiles can evict the right tile.
//
// A sweep goes over the groups in one direction, the next sweep in the opposite direction (SweepWay). A visit touches
// at most the tiles of its group's placements and of their neighbours. So the next visit that may touch a tile is
// known, and the tile whose next use is furthest away can be evicted (Belady, "A study of replacement algorithms for a
// virtual-storage computer", 1966).
//
// Use it from one thread. Memory: 4 bytes for each pair of a group and a tile that the group touches. The number of
// pairs is at most the number of moves plus the number of tiles.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "solver/values/visit_order.h"
#include "solver/values/won_plane.h"

namespace uisge {

class TileSchedule final : public NextVisits {
 public:
  // `visit` is the number of the last visit so far; the first begin_visit() begins the visit after that one. Takes time
  // in proportion to the number of moves of the table.
  TileSchedule(const PlacementTable& table, const TileLayout& layout, const VisitOrder& order, std::uint64_t visit = 0);

  // Begins the next visit: visit number i of a sweep, counted from 0.
  void begin_visit(SweepWay way, std::size_t i);
  std::uint64_t visit() const { return visit_; }

  std::uint64_t next_visit(TileId tile) const override;

  static std::uint64_t bytes_for(const PlacementTable& table, const TileLayout& layout) {
    return (table.transition_count() + table.size()) * sizeof(std::uint32_t) + layout.tiles() * sizeof(std::size_t);
  }

 private:
  // The groups that touch the tile, ascending.
  std::span<const std::uint32_t> groups_of(TileId tile) const {
    return std::span(groups_of_).subspan(first_[index(tile)], first_[index(tile) + 1] - first_[index(tile)]);
  }

  std::size_t groups_;
  std::vector<std::size_t> first_;  // by tile: the beginning of its groups in groups_of_; one more entry has the end
  std::vector<std::uint32_t> groups_of_;
  std::uint64_t visit_;
  std::size_t group_ = 0;
  bool is_forwards_ = true;
};

}  // namespace uisge

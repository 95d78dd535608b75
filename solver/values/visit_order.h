// The order and the groups in which a sweep visits the placements.
//
// Every order gives the same values. If memory holds only some of the tiles, the order decides how often a tile is
// read. A visit also touches the neighbours of its placements. If neighbouring placements are close together in the
// order, tiles are needed for a shorter time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "solver/placements/placement_table.h"
#include "solver/share_report.h"
#include "solver/values/tile_layout.h"

namespace uisge {

// The tiles in the order in which they lie in the plane, for a plane that is wholly in memory.
std::vector<TileId> order_of_file(const TileLayout& layout);

// An order of the tiles in which tiles with neighbouring placements are near each other. The order is made from two
// eigenvectors of the graph of tiles: the Fiedler vector and the eigenvector after it, which vary least along edges
// (Barnard, Pothen and Simon, "A spectral algorithm for envelope reduction of sparse matrices", 1995). The Fiedler
// vector divides the tiles into bands. Within a band the tiles are in the order of the eigenvector after it: ascending
// in one band, descending in the next. Deterministic. Takes about 0.3 us per move of the table, on one thread, and at
// most 4 bytes of memory per move while it runs.
std::vector<TileId> spectral_order(const PlacementTable& table, const TileLayout& layout,
                                   const ShareReport& report = {});

// The placements in the order of their tiles, divided into groups of a few tiles. Const after construction, so safe to
// share between threads.
class VisitOrder {
 public:
  // REQUIRES: `tiles` names every tile of the layout once; tiles_per_group >= 1. Takes time in proportion to the number
  // of placements, and 8 bytes per placement.
  VisitOrder(const TileLayout& layout, std::span<const TileId> tiles, std::size_t tiles_per_group);

  std::size_t groups() const { return group_begin_.size() - 1; }
  std::size_t largest_group() const { return largest_group_; }  // in placements
  // The placements of a group. Placements of the same tile are in ascending order.
  std::span<const PlacementId> placements(std::size_t group) const {
    return std::span(placements_).subspan(group_begin_[group], group_begin_[group + 1] - group_begin_[group]);
  }
  bool is_in(std::size_t group, PlacementId id) const {
    return place_[index(id)] >= group_begin_[group] && place_[index(id)] < group_begin_[group + 1];
  }
  // The place of the placement within its group. REQUIRES: the placement is in the group.
  std::size_t place_in(std::size_t group, PlacementId id) const { return place_[index(id)] - group_begin_[group]; }

 private:
  std::vector<PlacementId> placements_;
  std::vector<std::uint32_t> place_;        // by placement: its place in placements_
  std::vector<std::uint32_t> group_begin_;  // where each group begins in placements_; the last element is the end
  std::size_t largest_group_ = 0;
};

// Sweeps go over the groups forwards and backwards in turn, since the last tiles of a sweep are still in memory when
// the next sweep begins.
class SweepDirection {
 public:
  // REQUIRES: sweep >= 1, since sweeps are counted from 1; groups >= 1.
  constexpr SweepDirection(std::uint64_t sweep, std::size_t groups) : is_forwards_(sweep % 2 != 0), last_(groups - 1) {}

  constexpr bool is_forwards() const { return is_forwards_; }
  // The group that the sweep visits after `i` other groups.
  constexpr std::size_t group(std::size_t i) const { return is_forwards_ ? i : last_ - i; }

 private:
  bool is_forwards_;
  std::size_t last_;
};

}  // namespace uisge

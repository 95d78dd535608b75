#include "solver/values/tile_schedule.h"

#include <algorithm>
#include <numeric>

#include "solver/values/touched_tiles.h"

namespace uisge {

TileSchedule::TileSchedule(const PlacementTable& table, const TileLayout& layout, const VisitOrder& order,
                           std::uint64_t visit)
    : groups_(order.groups()), first_(layout.tiles() + 1, 0), visit_(visit) {
  TouchedTiles touched(table, layout);
  for (std::size_t group = 0; group < groups_; ++group) {
    touched.for_each(order.placements(group), [&](TileId tile) { ++first_[index(tile) + 1]; });
  }
  std::partial_sum(first_.begin(), first_.end(), first_.begin());
  groups_of_.resize(first_.back());
  std::vector<std::size_t> end(first_.begin(), first_.end() - 1);
  for (std::size_t group = 0; group < groups_; ++group) {
    touched.for_each(order.placements(group),
                     [&](TileId tile) { groups_of_[end[index(tile)]++] = static_cast<std::uint32_t>(group); });
  }
}

void TileSchedule::begin_visit(SweepDirection direction, std::size_t i) {
  ++visit_;
  group_ = direction.group(i);
  is_forwards_ = direction.is_forwards();
}

// If a later visit of this sweep touches the tile, the first such visit is returned. Otherwise the next sweep touches
// the tile. That sweep goes in the opposite direction, so its first group that touches the tile is the last such group
// of this sweep.
std::uint64_t TileSchedule::next_visit(TileId tile) const {
  const std::span<const std::uint32_t> groups = groups_of(tile);
  const std::size_t last = groups_ - 1;
  if (is_forwards_) {
    const auto ahead = std::upper_bound(groups.begin(), groups.end(), group_);
    if (ahead != groups.end()) return visit_ + (*ahead - group_);
    return visit_ + (last - group_) + 1 + (last - groups.back());
  }
  const auto behind = std::lower_bound(groups.begin(), groups.end(), group_);
  if (behind != groups.begin()) return visit_ + (group_ - *(behind - 1));
  return visit_ + group_ + 1 + groups.front();
}

}  // namespace uisge

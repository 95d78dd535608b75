// Simulates how often tiles are read when the plane does not fit in memory. The result depends on the order of the
// visits, the choice of the tile to evict, and the share of the tiles that memory holds. The simulation solves nothing:
// every visit touches all tiles of its placements and of their neighbours.
//
//   plane_traffic [BOARD [PIECES_PER_SIDE [SHARE...]]]      by default 7x6 with 6 a side
//
// A SHARE is the share of the tiles that memory holds, such as 0.3. For the real board a run takes half a minute per
// SHARE. The figures are in docs/values.md and in the constants of solver/values/values_plan.cpp.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <limits>
#include <set>
#include <vector>

#include "core/piece_count.h"
#include "solver/ratio.h"
#include "solver/values/tile_schedule.h"
#include "solver/values/touched_tiles.h"
#include "solver/values/values_plan.h"
#include "solver/values/visit_order.h"

using namespace uisge;

namespace {

constexpr std::uint64_t kSweeps = 4;  // the last two are counted
constexpr double kShares[] = {0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.75};

// The tiles that memory holds. The caller of touch() gives each touched tile a number. The tile with the greatest
// number is evicted first.
class HeldTiles {
 public:
  HeldTiles(std::size_t tiles, std::size_t capacity) : number_(tiles), is_held_(tiles), capacity_(capacity) {}

  // Returns the number of tiles that had to be read.
  std::size_t touch(const std::vector<TileId>& tiles, const std::function<std::uint64_t(TileId)>& number) {
    std::size_t read = 0;
    for (const TileId tile : tiles) {
      if (is_held_[index(tile)]) {
        held_.erase({number_[index(tile)], tile});
      } else {
        ++read;
      }
    }
    while (held_.size() + tiles.size() > capacity_) {
      const auto last = std::prev(held_.end());
      is_held_[index(last->second)] = false;
      held_.erase(last);
    }
    for (const TileId tile : tiles) {
      is_held_[index(tile)] = true;
      number_[index(tile)] = number(tile);
      held_.insert({number_[index(tile)], tile});
    }
    return read;
  }

 private:
  std::set<std::pair<std::uint64_t, TileId>> held_;
  std::vector<std::uint64_t> number_;
  std::vector<bool> is_held_;
  std::size_t capacity_;
};

// How often a sweep reads each tile on average, by which tile is evicted.
struct ReadsPerTile {
  double evicting_least_recent;   // the least recently used tile
  double evicting_latest_needed;  // the tile whose next visit is the latest
};

// Returns nothing if memory has no room for a visit to one tile.
std::optional<ReadsPerTile> simulate(const PlacementTable& table, const TileLayout& layout,
                                     std::span<const TileId> tiles, std::size_t capacity) {
  const std::size_t at_most = std::min(layout.tiles() / 20, std::max<std::size_t>(1, capacity / 20));
  const std::size_t per_group = largest_group(table, layout, {tiles, capacity / 2}, at_most);
  if (per_group == 0) return std::nullopt;
  const VisitOrder order(layout, tiles, per_group);
  TouchedTiles touched_tiles(table, layout);
  std::vector<std::vector<TileId>> touched(order.groups());  // by group
  for (std::size_t group = 0; group < order.groups(); ++group) {
    touched_tiles.list(order.placements(group), touched[group]);
  }
  TileSchedule schedule(table, layout, order);
  HeldTiles recent(layout.tiles(), capacity);
  HeldTiles planned(layout.tiles(), capacity);
  std::size_t recent_reads = 0;
  std::size_t planned_reads = 0;
  for (std::uint64_t sweep = 1; sweep <= kSweeps; ++sweep) {
    const SweepDirection direction(sweep, order.groups());
    for (std::size_t i = 0; i < order.groups(); ++i) {
      const std::size_t group = direction.group(i);
      schedule.begin_visit(direction, i);
      const std::uint64_t used = std::numeric_limits<std::uint64_t>::max() - schedule.visit();
      const std::size_t recently = recent.touch(touched[group], [&](TileId) { return used; });
      const std::size_t as_planned =
          planned.touch(touched[group], [&](TileId tile) { return schedule.next_visit(tile); });
      if (sweep <= kSweeps - 2) continue;
      recent_reads += recently;
      planned_reads += as_planned;
    }
  }
  const std::size_t all = 2 * layout.tiles();
  return ReadsPerTile{ratio(recent_reads, all), ratio(planned_reads, all)};
}

}  // namespace

int main(int argc, char** argv) {
  const auto size = argc > 1 ? parse_board_size(argv[1]) : Result<BoardSize>(kRealBoard);
  const int pieces = argc > 2 ? std::atoi(argv[2]) : kMaxPieces;
  if (!size || pieces < 1 || pieces > kMaxPieces) {
    fmt::print(stderr, "usage: plane_traffic [BOARD] [PIECES per side] [SHARE...]\n");
    return 2;
  }
  std::vector<double> shares;
  for (int i = 3; i < argc; ++i) shares.push_back(std::atof(argv[i]));
  if (shares.empty()) shares.assign(std::begin(kShares), std::end(kShares));

  const PlacementTable table = PlacementTable::build(*size, pieces, false);
  const TileLayout layout(table.size(), pieces);
  fmt::print("{} placements, {} tiles; reads of every tile per sweep, keeping what was used last / needed soonest\n",
             table.size(), layout.tiles());
  const struct {
    const char* name;
    std::vector<TileId> tiles;
  } orders[] = {{"order of the file", order_of_file(layout)}, {"spectral order", spectral_order(table, layout)}};
  for (const auto& [name, tiles] : orders) {
    for (const double share : shares) {
      const auto capacity = static_cast<std::size_t>(share * static_cast<double>(layout.tiles()));
      const auto reads = simulate(table, layout, tiles, capacity);
      fmt::print("{}, {:.0f} % held: ", name, 100 * share);
      reads ? fmt::print("{:.2f} / {:.2f}\n", reads->evicting_least_recent, reads->evicting_latest_needed)
            : fmt::print("no room\n");
      std::fflush(stdout);
    }
  }
}

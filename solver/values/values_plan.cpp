#include "solver/values/values_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/colouring.h"
#include "core/piece_count.h"
#include "solver/ratio.h"
#include "solver/units.h"
#include "solver/values/paged_plane.h"
#include "solver/values/tile_schedule.h"
#include "solver/values/touched_tiles.h"
#include "solver/values/unsupported_wins.h"
#include "solver/values/visit_order.h"

namespace uisge {

namespace {

// The following numbers were measured on boards from 4x4 to 7x6 (docs/lab/values.md).
constexpr double kValueFileBytesPerCell = 0.032;
constexpr double kValueCellsPerSecondAndThread = 1.5e9;  // in a sweep over all placements
// The work of all sweeps of a solve, as a number of sweeps over all placements. Late sweeps skip most placements or use
// lists, but still read most tiles.
constexpr double kWholeSweeps = 30;
constexpr double kWholeSweepsOfSix = 41;
// If tiles come from a disk, a sweep takes kWorkOnDisk times the work of a sweep in memory, because of copying,
// checksums and smaller groups.
constexpr double kWorkOnDisk = 1.9;
constexpr double kSweepsOfTiles = 80;
constexpr double kSweepsOfTilesOfSix = 186;
// If memory holds the whole plane, each group of a sweep has 1 / kGroupShare of the plane's tiles. The lists of new
// wins (change_lists.h) take at most 1 / kListShare of the plane's bytes, or kLeastListBytes if that is more.
constexpr std::uint64_t kGroupShare = 20;
constexpr std::uint64_t kListShare = 25;
constexpr std::uint64_t kLeastListBytes = std::uint64_t{1} << 20;
constexpr std::uint64_t kValueThreadBytes = std::uint64_t{8} << 20;
// Each pair has the share of the plane that memory holds, and the number of times that a sweep then reads a tile on
// average. The numbers come from a simulation of the real game (bench/plane_traffic).
constexpr std::pair<double, double> kReads[] = {{0.02, 5.7}, {0.05, 2.14}, {0.1, 1.56},  {0.15, 1.29}, {0.2, 1.02},
                                                {0.3, 0.71}, {0.4, 0.6},   {0.75, 0.25}, {1.0, 0.0}};

// The size of a compressed tile as a share of the tile, measured on 6x5 with six a side.
constexpr double kCodeShare = 0.5;

double reads_per_sweep(double share) {
  if (share <= kReads[0].first) return kReads[0].second;
  for (std::size_t i = 1; i < std::size(kReads); ++i) {
    const auto [low, many] = kReads[i - 1];
    const auto [high, few] = kReads[i];
    if (share < high) return many + (few - many) * (share - low) / (high - low);
  }
  return 0;
}

// Whether memory has room for the tiles of each visit if a group has `tiles_per_group` tiles.
bool every_visit_fits(const PlacementTable& table, const TileLayout& layout, const TileRoom& room,
                      std::size_t tiles_per_group) {
  TouchedTiles touched(table, layout);
  std::vector<bool> is_counted(layout.tiles(), true);
  for (const TileId tile : room.elsewhere) is_counted[index(tile)] = false;
  const VisitOrder order(layout, room.order, tiles_per_group);
  for (std::size_t group = 0; group < order.groups(); ++group) {
    std::size_t counted = 0;
    touched.for_each(order.placements(group), [&](TileId tile) {
      if (is_counted[index(tile)]) ++counted;
    });
    if (counted > room.capacity) return false;
  }
  return true;
}

// The greatest number of groups that a region may have, so that memory has room for all tiles that the region touches;
// at least 1.
std::size_t largest_region(const PlacementTable& table, const TileLayout& layout, const TileRoom& room,
                           std::size_t tiles_per_group) {
  std::size_t fits = 1;
  std::size_t too_many = layout.tiles() / tiles_per_group + 1;
  while (too_many - fits > 1) {
    const std::size_t middle = fits + (too_many - fits) / 2;
    (every_visit_fits(table, layout, room, middle * tiles_per_group) ? fits : too_many) = middle;
  }
  return fits;
}

// The least `left` (plan_values) that is divided so that memory has room for `need` tiles beside those of a group, and
// beside `least_group` tiles.
std::uint64_t least_left(std::size_t need, std::size_t least_group, std::uint64_t tile, std::uint64_t usual_list) {
  // If a twentieth of a number is taken away, rounded down, at least m remain if the number is m + m / 19 + 1.
  const std::uint64_t for_tiles = (need + std::max(need / 19 + 1, least_group)) * tile;
  return for_tiles + std::min(usual_list, std::max(kLeastListBytes, for_tiles / 19 + 1));
}

}  // namespace

std::size_t largest_group(const PlacementTable& table, const TileLayout& layout, const TileRoom& room,
                          std::size_t at_most) {
  for (std::size_t size = std::min(at_most, layout.tiles()); size != 0; size /= 2) {
    if (every_visit_fits(table, layout, room, size)) return size;
  }
  return 0;
}

ValuesOptions engine_options(const ValuesPlan& plan, InstructionSet instructions) {
  return {.stuck = plan.identity.rules.stuck,
          .instructions = instructions,
          .threads = plan.threads,
          .tiles_per_group = plan.tiles_per_group,
          .groups_per_region = plan.groups_per_region,
          .list_bytes = plan.list_bytes,
          .order = plan.order};
}

double ValuesPlan::seconds(std::uint64_t disk_bytes_per_second) const {
  const double sweeps = identity.pieces == kMaxPieces ? kSweepsOfTilesOfSix : kSweepsOfTiles;
  const double disk = sweeps * 2 * ratio(bytes_read_per_sweep, disk_bytes_per_second);
  return std::max(computing_seconds, disk) + ratio(file_bytes, disk_bytes_per_second);
}

ValuesPlan undivided_plan(const DatabaseIdentity& identity, const PlacementTable& table, const TileLayout& layout,
                          std::size_t threads) {
  ValuesPlan plan{.identity = identity,
                  .placements = table.size(),
                  .cells = table.size() * std::uint64_t{positions_per_placement(identity.pieces)},
                  .threads = threads,
                  .plane_bytes = Plane::bytes_for(table.size(), identity.pieces),
                  .plane_file_bytes = PlaneFile::bytes_for(layout)};
  plan.file_bytes = static_cast<std::uint64_t>(static_cast<double>(plan.cells) * kValueFileBytesPerCell);
  // Besides the placement table, the solve needs 32 bytes per placement.
  plan.table_bytes = table.bytes() + table.size() * 32;
  plan.work_bytes = kProcessBytes + kValueThreadBytes * threads;
  plan.list_bytes = std::max(kLeastListBytes, plan.plane_bytes / kListShare);
  return plan;
}

Result<ValuesPlan> plan_values(const DatabaseIdentity& identity, const PlacementTable& table, const TileLayout& layout,
                               std::size_t threads, const MemoryLimit& limit, const ShareReport& report) {
  ValuesPlan plan = undivided_plan(identity, table, layout, threads);
  const std::uint64_t tile = PagedPlane::bytes_per_tile_held(layout);
  std::uint64_t fixed = plan.table_bytes + plan.work_bytes;
  const std::size_t usual_group = std::max<std::size_t>(1, layout.tiles() / kGroupShare);
  // The memory for the lost blocks of a group is also that of the check for unsupported wins. `least_group` tiles
  // suffice for that check.
  const std::uint64_t checked_bytes = placements_in_win_check(table) * layout.bytes_per_placement();
  const std::size_t least_group = static_cast<std::size_t>((checked_bytes + tile - 1) / tile);
  const std::uint64_t whole =
      fixed + layout.tiles() * tile + std::max(usual_group, least_group) * tile + plan.list_bytes;
  if (whole <= limit.bytes()) {
    plan.tiles_held = layout.tiles();
    plan.tiles_per_group = usual_group;
    plan.order = order_of_file(layout);
  } else {
    plan.order = spectral_order(table, layout, report);
    plan.table_bytes += TileSchedule::bytes_for(table, layout);
    fixed = plan.table_bytes + plan.work_bytes;
    // `left` is the memory beside the table and the threads. The lists of new wins get at most a twentieth of it, and
    // the blocks of one group at most another twentieth. If possible, groups are so small that a visit pins at most
    // half of the tiles in memory; the tiles of the next visit can then be read at the same time.
    const std::uint64_t left = limit.bytes() - std::min(limit.bytes(), fixed);
    const std::uint64_t usual_list = plan.list_bytes;
    plan.list_bytes = std::min(usual_list, std::max(kLeastListBytes, left / 20));
    const std::uint64_t for_tiles = left - std::min(left, plan.list_bytes);
    const std::size_t tiles = for_tiles / tile;
    const std::size_t for_group = std::max(least_group, tiles / 20);
    plan.tiles_held = tiles - std::min(tiles, for_group);
    const auto group_for = [&](std::size_t capacity, std::size_t at_most) {
      return largest_group(table, layout, {plan.order, capacity}, at_most);
    };
    plan.tiles_per_group = group_for(plan.tiles_held / 2, std::min(for_group, usual_group));
    if (plan.tiles_per_group == 0) plan.tiles_per_group = group_for(plan.tiles_held, 1);
    if (plan.tiles_per_group == 0) {
      std::size_t need = 16;
      while (group_for(need, 1) == 0) need *= 2;
      for (std::size_t too_few = 0; need - too_few > 1;) {
        const std::size_t middle = (need + too_few) / 2;
        (group_for(middle, 1) == 0 ? too_few : need) = middle;
      }
      const std::uint64_t least = std::min(whole, fixed + least_left(need, least_group, tile, usual_list));
      return resource_error(
          fmt::format("memory: {} needs at least {} for values on {}, {} can be had", to_string(identity),
                      format_size(least), format_number_of(threads, "thread"), format_size(limit.bytes())),
          memory_advice(least, least - kValueThreadBytes * (threads - 1), limit));
    }
    // While the engine visits a region, tiles of the next region are read ahead; a quarter of the memory for tiles is
    // left for them.
    plan.groups_per_region = largest_region(table, layout, {plan.order, plan.tiles_held / 4 * 3}, plan.tiles_per_group);
  }
  plan.held_bytes = plan.tiles_held * tile;
  plan.group_bytes = std::max(plan.tiles_per_group, least_group) * tile;
  const double share = ratio(plan.tiles_held, layout.tiles());
  if (!plan.is_in_memory()) {
    plan.bytes_read_per_sweep =
        static_cast<std::uint64_t>(reads_per_sweep(share) * kCodeShare * static_cast<double>(plan.plane_bytes));
  }
  const double sweeps = identity.pieces == kMaxPieces ? kWholeSweepsOfSix : kWholeSweeps;
  const double work = sweeps * (plan.is_in_memory() ? 1 : kWorkOnDisk);
  plan.computing_seconds = work * ratio(plan.cells, threads) / kValueCellsPerSecondAndThread;
  return plan;
}

}  // namespace uisge

#include "solver/card/card_split.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "core/colouring.h"
#include "core/piece_count.h"
#include "solver/card/card_error.h"
#include "solver/card/card_launch.h"
#include "solver/card/card_step.h"
#include "solver/card/staged_tiles.h"
#include "solver/ratio.h"
#include "solver/units.h"
#include "solver/values/tile_schedule.h"
#include "solver/values/touched_tiles.h"
#include "solver/values/values_plan.h"
#include "solver/values/visit_order.h"

namespace uisge {

namespace {

// The driver, its compiler, and the page tables of pinned memory take kDriverBytes of the card's memory. On a small
// card, as in the tests, we assume only 1 / kDriverShare of the card's memory.
constexpr std::uint64_t kDriverBytes = std::uint64_t{1} << 30;
constexpr std::uint64_t kDriverShare = 32;
// A group has a 20th of the plane's tiles if all tiles fit on the card, and at most a 50th of them otherwise. If groups
// are small, new wins are used sooner; if groups are large, more of the card is busy.
constexpr std::size_t kWholeGroupShare = 20;
constexpr std::size_t kStagedGroupShare = 50;
// The staging area takes 1 / kStagingShare of the card's memory that is left for tiles. In a larger area tiles stay
// longer, but fewer other tiles stay on the card all the time.
constexpr std::uint64_t kStagingShare = 6;

// The first simulated sweep fills the staging area. Only the copies of the second and the third sweep, which go in
// opposite directions, are counted.
constexpr std::uint64_t kSimulatedSweeps = 3;

std::uint64_t fixed_bytes(const PlacementTable& table, const TileLayout& layout) {
  const std::uint64_t moves = 2 * table.transition_count() * sizeof(CardMove) + table.size() * sizeof(CardPlacement);
  // There are two steps at a time. A step has lists with two entries per placement (source and number of wins) and one
  // entry per tile (its slot). Both steps share two counts per placement.
  const std::uint64_t lists = 2 * (table.size() * (4 + 4) + layout.tiles() * 4) + table.size() * 8;
  const std::uint64_t lost = CardLaunch::lost_room_of(layout) * layout.bytes_per_placement();
  const std::uint64_t last_win = CardLaunch::last_win_bytes(table.size(), table.pieces());
  return moves + lists + lost + last_win + CardLaunch::question_bytes(layout) + (std::uint64_t{1} << 20);
}

// The positions that one multiprocessor handles per second in sweeps that compute every placement, measured on an H200
// (docs/gpu.md). Arithmetic, not memory, limits the speed of the kernels.
constexpr double kPositionsPerSecond = 2.4e9;
constexpr double kPositionsOfSixPerSecond = 3.3e9;
constexpr int kUsualMultiprocessors = 132;  // of a card of which only the memory is known
// Late sweeps skip most placements. All sweeps of a solve together take as long as kWholeCardSweeps sweeps that compute
// every placement. With six a side they take as long as kWholeCardSweepsOfSix such sweeps.
constexpr double kWholeCardSweeps = 60;
constexpr double kWholeCardSweepsOfSix = 150;

// Completes the split: chooses the order in which tiles are visited, and the number of tiles per group (`at_most` or
// fewer). Tries two orders, and takes the one with fewer copied bytes per solve. The better order depends on the board
// and on the card's share of the tiles. Returns nothing if in both orders some step has too little room.
std::optional<CardSplit> with_best_order(const PlacementTable& table, const TileLayout& layout, CardSplit split,
                                         std::size_t at_most, const ShareReport& report) {
  // Three parts of the work take about equally long: computing the spectral order, simulating sweeps in the file's
  // order, and simulating sweeps in the spectral order.
  constexpr double kThird = 1.0 / 3;
  double done = kThird;
  std::optional<CardSplit> best;
  for (std::vector<TileId>& order :
       std::array{order_of_file(layout), spectral_order(table, layout, report_of_part(report, 0, kThird))}) {
    const ShareReport report_third = report_of_part(report, std::exchange(done, done + kThird), kThird);
    split.order = std::move(order);
    // Two consecutive steps share the staging area, since the next step's tiles are copied while a step runs.
    split.tiles_per_group =
        largest_group(table, layout, {split.order, split.staged_tiles / 2, resident_tiles(split, layout)}, at_most);
    if (split.tiles_per_group == 0) continue;
    split.staged_bytes_per_sweep = staged_per_sweep(table, layout, split, report_third);
    if (!best || split.staged_bytes_per_sweep < best->staged_bytes_per_sweep) best = split;
  }
  return best;
}

}  // namespace

std::vector<TileId> visit_order(const CardSplit& split, const TileLayout& layout) {
  return split.order.empty() ? order_of_file(layout) : split.order;
}

std::vector<TileId> resident_tiles(const CardSplit& split, const TileLayout& layout) {
  std::vector<TileId> tiles;
  std::uint64_t share = 0;
  for (const TileId tile : visit_order(split, layout)) {
    share += split.resident_tiles;
    if (share < layout.tiles()) continue;
    share -= layout.tiles();
    tiles.push_back(tile);
  }
  return tiles;
}

std::uint64_t staged_per_sweep(const PlacementTable& table, const TileLayout& layout, const CardSplit& split,
                               const ShareReport& report) {
  if (split.resident_tiles >= layout.tiles()) return 0;
  const std::vector<TileId> tiles = visit_order(split, layout);
  std::vector<bool> is_resident(layout.tiles(), false);
  for (const TileId tile : resident_tiles(split, layout)) is_resident[index(tile)] = true;
  const VisitOrder order(layout, tiles, split.tiles_per_group);
  TileSchedule schedule(table, layout, order);
  TouchedTiles touched(table, layout);
  StagedTiles staged(layout.tiles(), split.staged_tiles);
  std::vector<TileId> needed;
  std::uint64_t copied = 0;
  std::uint32_t step = 2;
  for (std::uint64_t sweep = 1; sweep <= kSimulatedSweeps; ++sweep) {
    const SweepDirection direction(sweep, order.groups());
    for (std::size_t i = 0; i < order.groups(); ++i) {
      if (report) report(ratio((sweep - 1) * order.groups() + i, kSimulatedSweeps * order.groups()));
      schedule.begin_visit(direction, i);
      needed.clear();
      touched.for_each(order.placements(direction.group(i)), [&](TileId tile) {
        if (!is_resident[index(tile)]) needed.push_back(tile);
      });
      auto changes = staged.stage(needed, ++step, &schedule);
      if (!changes) changes = staged.stage(needed, step += 2, &schedule);
      if (changes && sweep > kSimulatedSweeps - 2) copied += changes->size();
    }
  }
  return copied * layout.bytes_per_tile() / 2;
}

std::uint64_t floor_bytes_per_sweep(const PlacementTable& table, const TileLayout& layout) {
  std::uint64_t quarters = 0;  // what the kernels read, in quarters of a placement's blocks
  for (std::size_t i = 0; i < table.size(); ++i) {
    // A move reads blocks of half of the colourings, those in which the moved piece is the mover's. After the move it
    // is the opponent's, so rows tell whether it is a crown. A step or a diagonal jump needs a crown, so it reads half
    // of the rows.
    for (const Transition& move : table.transitions(placement_id(i))) {
      quarters += move.kind == MoveKind::kJump ? 2 : 1;
    }
  }
  return quarters * layout.bytes_per_placement() / 2;
}

std::uint64_t card_driver_bytes(std::uint64_t card_bytes) {
  return std::min(kDriverBytes, card_bytes / kDriverShare);
}

double sweep_seconds(const PlacementTable& table, int multiprocessors) {
  const double positions = static_cast<double>(table.size() * positions_per_placement(table.pieces()));
  return positions / (multiprocessors > 0 ? multiprocessors : kUsualMultiprocessors) /
         (table.pieces() == kMaxPieces ? kPositionsOfSixPerSecond : kPositionsPerSecond);
}

double card_seconds(const CardSplit& split, const PlacementTable& table, int multiprocessors) {
  const bool is_of_six = table.pieces() == kMaxPieces;
  const double on_card = sweep_seconds(table, multiprocessors);
  const double on_bus = static_cast<double>(split.staged_bytes_per_sweep) / kUsualBusBytesPerSecond;
  return (is_of_six ? kWholeCardSweepsOfSix : kWholeCardSweeps) * std::max(on_card, on_bus);
}

Result<CardSplit> split_plane(const PlacementTable& table, const TileLayout& layout, const CardRoom& room,
                              const ShareReport& report) {
  CardSplit split;
  const std::uint64_t tile = layout.bytes_per_tile();
  split.fixed_bytes = fixed_bytes(table, layout) + card_driver_bytes(room.card_bytes);
  const std::uint64_t whole = split.fixed_bytes + layout.tiles() * tile;
  const bool is_whole = whole <= room.card_bytes;
  if (is_whole) {
    split.resident_tiles = layout.tiles();
    split.tiles_per_group = std::max<std::size_t>(1, layout.tiles() / kWholeGroupShare);
  } else {
    const std::uint64_t left = room.card_bytes - std::min(room.card_bytes, split.fixed_bytes);
    split.staged_tiles = left / kStagingShare / tile;
    split.resident_tiles = left / tile - split.staged_tiles;
  }
  split.pinned_bytes = (layout.tiles() - split.resident_tiles) * tile;
  if (!is_whole) split.schedule_bytes = TileSchedule::bytes_for(table, layout);
  if (const std::uint64_t need = split.pinned_bytes + split.schedule_bytes; need > room.pinned_bytes) {
    return card_error(
        fmt::format("card: the plane needs {}; {} of the card's memory are free for the plane and its moves, and {} of "
                    "this machine's memory can be pinned, but {} would be needed",
                    format_size(layout.tiles() * tile), format_size(room.card_bytes), format_size(room.pinned_bytes),
                    format_size(need)));
  }
  if (!is_whole) {
    const std::size_t group = std::max<std::size_t>(1, layout.tiles() / kStagedGroupShare);
    const auto best = with_best_order(table, layout, split, group, report);
    if (!best) {
      return card_error(fmt::format("card: a step needs more of its memory than the {} that can be had",
                                    format_size(room.card_bytes)));
    }
    split = *best;
  }
  split.card_bytes = split.fixed_bytes + (split.resident_tiles + split.staged_tiles) * tile;
  return split;
}

}  // namespace uisge

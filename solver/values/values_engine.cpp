#include "solver/values/values_engine.h"

#include <algorithm>
#include <numeric>

#include "solver/blocks/plane_counts.h"
#include "solver/kernel/block_shape.h"
#include "solver/ratio.h"
#include "solver/solve_stopped.h"
#include "solver/values/group_step.h"
#include "solver/values/tile_schedule.h"
#include "solver/values/touched_tiles.h"
#include "solver/values/visit_order.h"

namespace uisge {

namespace {

ValuesOptions with_order(ValuesOptions options, const TileLayout& layout) {
  if (options.order.empty()) options.order = order_of_file(layout);
  return options;
}

class SweepingEngine final : public ValuesEngine {
 public:
  SweepingEngine(const PlacementTable& table, WonPlane& plane, const ValuesOptions& options)
      : table_(table),
        plane_(plane),
        layout_(plane.layout()),
        options_(with_order(options, layout_)),
        order_(layout_, options_.order, options.tiles_per_group),
        step_(GroupStep::create(table, plane, order_, options_)),
        touched_tiles_(table, layout_),
        readers_(options.threads, Reader{TouchedTiles(table, layout_), {}}) {
    if (plane_.capacity() < layout_.tiles()) schedule_.emplace(table, layout_, order_);
  }

  Result<SweepCounts> run_sweep(const SweepCallbacks& callbacks) override {
    Sweep sweep{std::exchange(everything_, false), callbacks};
    sweep.stays = stays_next_ && !sweep.everything;
    return run(sweep);
  }

  Result<SweepCounts> run_full_sweep(const SweepCallbacks& callbacks, LabelSummary& summary) override {
    everything_ = false;
    std::vector<PlaneCounts> tallies(options_.threads, PlaneCounts(table_));
    Sweep sweep{true, callbacks};
    sweep.tallies = &tallies;
    auto counts = run(sweep);
    if (!counts || !counts->is_fixpoint) return counts;
    for (std::size_t t = 1; t < tallies.size(); ++t) tallies[0].merge(tallies[t]);
    summary = tallies[0].summary();
    plane_.begin_visit(WonPlane::kNoVisit);
    return counts;
  }

  Result<void> look_up(std::span<const PositionCell> cells, std::span<std::uint8_t> won) override {
    std::vector<std::size_t> places(cells.size());
    std::iota(places.begin(), places.end(), std::size_t{0});
    const auto tile_at = [&](std::size_t place) { return layout_.tile_of(placement_id(cells[place].placement)); };
    // If memory holds only some tiles of the plane, the positions are sorted by tile, so that each tile is pinned once.
    if (schedule_) std::ranges::sort(places, {}, tile_at);
    std::optional<PinnedTiles> pinned;
    TileId tile{};
    for (const std::size_t place : places) {
      if (!pinned || tile != tile_at(place)) {
        pinned.reset();
        tile = tile_at(place);
        auto made = UISGE_TRY(PinnedTiles::pin(plane_, std::span(&tile, 1)));
        pinned.emplace(std::move(made));
      }
      const std::uint64_t* const blocks = plane_.blocks().blocks(placement_id(cells[place].placement));
      won[place] = is_bit_set(blocks, bit_of_position(table_.pieces(), cells[place].index)) ? 1 : 0;
    }
    return {};
  }

  Result<void> forget() override {
    UISGE_TRY(plane_.clear());
    step_ = GroupStep::create(table_, plane_, order_, options_);
    stays_next_ = has_lost_bits_ = is_start_told_ = false;
    everything_ = true;
    sweep_ = 0;
    return {};
  }

  Result<DecidedBlocks> decided(std::size_t thread, PlacementId id) override {
    Reader& reader = readers_[thread];
    reader.touched_tiles.list(std::span(&id, 1), reader.touched);
    const auto pinned = UISGE_TRY(PinnedTiles::pin(plane_, reader.touched));
    if (plane_.take_lost_bits()) return bad_file("solve: a tile of the plane was damaged after the last sweep");
    return step_->decided(thread, id);
  }

 private:
  struct Sweep {
    bool everything;
    const SweepCallbacks& callbacks;
    bool stays = false;                           // whether to visit a region several times in a row
    std::vector<PlaneCounts>* tallies = nullptr;  // by thread; null if the sweep does not count positions
    SweepCounts counts = {};
    std::size_t groups_done = 0;
  };

  struct Groups {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::size_t size() const { return end - begin; }
  };

  // The scratch memory of a thread that calls decided().
  struct Reader {
    TouchedTiles touched_tiles;
    std::vector<TileId> touched;
  };

  Result<SweepCounts> run(Sweep& sweep) {
    SweepCounts& counts = sweep.counts;
    counts.sweep = ++sweep_;
    make_regions(sweep.stays ? options_.groups_per_region : 1);
    const std::size_t regions = (order_.groups() + groups_per_region_ - 1) / groups_per_region_;
    const SweepDirection direction(sweep_, regions);
    for (std::size_t i = 0; i < regions; ++i) {
      if (schedule_) {
        schedule_->begin_visit(direction, i);
        plane_.begin_visit(schedule_->visit());
      }
      const auto goes_on = UISGE_TRY(
          visit(sweep, region(direction.group(i)), i + 1 < regions ? region(direction.group(i + 1)) : Groups{}));
      if (!goes_on) break;
      if (sweep.callbacks.between_steps) UISGE_TRY(sweep.callbacks.between_steps());
    }
    step_->learn();
    stays_next_ = options_.groups_per_region != 0 && is_mostly_sparse({}, counts);
    if (plane_.take_lost_bits()) has_lost_bits_ = true;
    const bool lost_bits = std::exchange(has_lost_bits_, false);
    if (lost_bits) everything_ = true;
    counts.is_fixpoint = counts.won == 0 && !lost_bits;
    return counts;
  }

  // `from` and `to` are the counts at two times in a sweep. Returns whether the engine computed more placements from
  // lists (sparse) than by whole blocks (dense) between these times.
  static bool is_mostly_sparse(const SweepCounts& from, const SweepCounts& to) {
    return to.dense - from.dense < to.sparse - from.sparse;
  }

  void make_regions(std::size_t groups_per_region) {
    if (std::exchange(groups_per_region_, groups_per_region) == groups_per_region || !schedule_) return;
    const VisitOrder regions(layout_, options_.order, options_.tiles_per_group * groups_per_region);
    schedule_.emplace(table_, layout_, regions, schedule_->visit());
  }
  Groups region(std::size_t i) const {
    return {i * groups_per_region_, std::min(order_.groups(), (i + 1) * groups_per_region_)};
  }

  // Visits the groups of a region once, or again and again if `sweep.stays` is set. `next` is the region that follows,
  // if any. Returns false if tiles were damaged: the next sweep must then visit all placements.
  Result<bool> visit(Sweep& sweep, Groups region, Groups next) {
    VisitTiles tiles(plane_, schedule());
    for (std::size_t round = 0;; ++round) {
      const SweepDirection direction(sweep_ + round, region.size());
      const SweepCounts before = sweep.counts;
      bool is_quiet = true;
      for (std::size_t i = 0; i < region.size(); ++i) {
        auto goes_on = prepare_step(sweep, region.begin + direction.group(i), tiles);
        if (!goes_on || !*goes_on) return goes_on;
        // Prefetches only in the first round of visits to a region, since in later rounds the region's tiles are in
        // memory.
        if (round == 0 && i + 1 < region.size()) {
          const std::size_t group = region.begin + direction.group(i + 1);
          prefetch(sweep, {group, group + 1}, 0);
        } else if (round == 0) {
          prefetch(sweep, next, 1);
        }
        if (!step_->sources().empty()) {
          is_quiet = false;
          if (!run_step(sweep)) return solve_stopped();
        }
        if (round == 0) ++sweep.groups_done;
        if (sweep.callbacks.progress) {
          sweep.callbacks.progress(ratio(sweep.groups_done, order_.groups()), sweep.counts);
        }
      }
      // If there is no memory for lists, most placements are dense (computed as whole blocks). If most placements are
      // dense, another visit to the region costs more than reading the tiles again later.
      if (is_quiet || !sweep.stays || !is_mostly_sparse(before, sweep.counts)) return true;
    }
  }

  // Chooses the placements whose losses the step computes, and pins all tiles that the step touches. Returns false if
  // tiles were damaged and the sweep must end: their wins must be found again before the engine looks for losses.
  Result<bool> prepare_step(Sweep& sweep, std::size_t group, VisitTiles& tiles) {
    step_->choose(group, sweep.everything, sweep.counts);
    touched_tiles_.list(step_->sources(), touched_);
    UISGE_TRY(tiles.pin(touched_));
    // Under the rule `wins` stuck positions are won, so their bits must be set. If the bit of a stuck position is
    // missing, the position counts as lost, since it has no move. Only a sweep with `everything` sets these bits again
    // before it looks for losses.
    if (plane_.take_lost_bits()) {
      has_lost_bits_ = true;
      if (!sweep.everything) return false;
    }
    return true;
  }

  // Returns false if the step was cancelled.
  bool run_step(Sweep& sweep) {
    const auto won = step_->run(sweep.callbacks.cancel, sweep.tallies);
    if (!won) return false;
    sweep.counts.won += *won;
    const auto outcome = step_->start_outcome();
    if (outcome && !std::exchange(is_start_told_, true) && sweep.callbacks.start_decided) {
      sweep.callbacks.start_decided(*outcome);
    }
    return true;
  }

  // Prefetches the tiles of `groups` that are already known to be needed. The first group is visited `ahead` visits
  // after the current visit.
  void prefetch(const Sweep& sweep, Groups groups, std::uint64_t ahead) {
    if (!schedule_) return;
    prefetched_sources_.clear();
    for (std::size_t group = groups.begin; group < groups.end; ++group) {
      step_->add_sources(group, sweep.everything, prefetched_sources_);
    }
    touched_tiles_.list(prefetched_sources_, prefetched_tiles_);
    plane_.prefetch(prefetched_tiles_, schedule_->visit() + ahead);
  }

  const NextVisits* schedule() const { return schedule_ ? &*schedule_ : nullptr; }

  const PlacementTable& table_;
  WonPlane& plane_;
  TileLayout layout_;
  ValuesOptions options_;
  VisitOrder order_;
  std::optional<TileSchedule> schedule_;  // none if memory holds all tiles
  std::unique_ptr<GroupStep> step_;
  TouchedTiles touched_tiles_;
  std::vector<Reader> readers_;

  std::size_t groups_per_region_ = 1;  // for this sweep
  bool stays_next_ = false;            // Sweep::stays of the next sweep
  bool everything_ = true;             // whether the next sweep must visit everything
  bool has_lost_bits_ = false;         // whether wins are missing, since a tile was damaged in this sweep
  std::uint32_t sweep_ = 0;
  std::vector<TileId> touched_;                  // the tiles that the step touches
  std::vector<PlacementId> prefetched_sources_;  // sources of later steps
  std::vector<TileId> prefetched_tiles_;
  bool is_start_told_ = false;
};

}  // namespace

std::unique_ptr<ValuesEngine> ValuesEngine::create(const PlacementTable& table, WonPlane& plane,
                                                   const ValuesOptions& options) {
  return std::make_unique<SweepingEngine>(table, plane, options);
}

}  // namespace uisge

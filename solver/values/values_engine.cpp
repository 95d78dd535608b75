// Long because the steps of a sweep share their state from the pinned tiles to the counts.
#include "solver/values/values_engine.h"

#include <algorithm>
#include <chrono>

#include "core/piece_count.h"
#include "solver/parallel_loop.h"
#include "solver/ratio.h"
#include "solver/retrograde/delayed_bits.h"
#include "solver/retrograde/placement_step.h"
#include "solver/solve/plane_counts.h"
#include "solver/values/change_lists.h"
#include "solver/values/step_lists.h"
#include "solver/values/tile_schedule.h"
#include "solver/values/touched_tiles.h"
#include "solver/values/visit_order.h"
#include "solver/values/visit_ways.h"

namespace uisge {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kPlacementsAtOnce = 4;
// Of every eight placements the cost of one is measured: looking at the clock takes time itself.
constexpr std::size_t kTimedOneIn = 8;

template <int N>
class EngineOfValues final : public ValuesEngine {
 public:
  EngineOfValues(const PlacementTable& table, WonPlane& plane, const ValuesOptions& options)
      : table_(table),
        plane_(plane),
        layout_(plane.layout()),
        options_(with_order(options, layout_)),
        colourings_(N),
        states_(colourings_),
        kernel_(kernel(options.instructions, N)),
        order_(layout_, options_.order, options.tiles_per_group),
        last_visit_(order_.groups(), 0),
        orbit_size_(table.size()),
        part_{{}, std::vector<std::uint32_t>(table.size(), 0), order_.largest_group()},
        lost_(table.size(), N, &part_),
        changes_(table.size(), options.threads, options.list_bytes),
        newly_lost_(order_, options.threads),
        ways_(table, order_, changes_, options),
        touched_tiles_(table, layout_),
        target_step_(table.size(), 0) {
    if (plane_.capacity() < layout_.tiles()) schedule_.emplace(table, layout_, order_);
    for (std::size_t group = 0; group < order_.groups(); ++group) {
      for (const PlacementId id : order_.placements(group)) {
        part_.slots[index(id)] = static_cast<std::uint32_t>(order_.place_in(group, id));
        orbit_size_[index(id)] = table.orbit_size(id);
      }
    }
    const StepInput input{table_,         colourings_,          states_, plane_.blocks(), plane_.blocks(),
                          options_.stuck, options_.instructions};
    for (std::size_t t = 0; t < options_.threads; ++t) workers_.push_back(std::make_unique<Worker>(input, layout_));
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

  Result<DecidedBlocks> decided(std::size_t thread, PlacementId id) override {
    Worker& worker = *workers_[thread];
    worker.touched_tiles.list(std::span(&id, 1), worker.touched);
    const auto pinned = PinnedTiles::pin(plane_, worker.touched);
    if (!pinned) return tl::unexpected(pinned.error());
    if (plane_.take_lost_bits()) return bad_file("solve: a tile of the plane was damaged after the last sweep");
    worker.step.lost_dense(id);
    const std::span<const std::uint64_t> lost = worker.step.new_bits().words();
    worker.won_blocks.assign(plane_.blocks().blocks(id), plane_.blocks().blocks(id) + lost.size());
    return DecidedBlocks{worker.won_blocks, lost};
  }

 private:
  static constexpr std::size_t kWords = block_words(N);
  using Tallies = std::vector<PlaneCounts>;  // by thread

  struct Sweep {
    bool everything;
    const SweepCallbacks& callbacks;
    bool stays = false;          // in each region, for more than one round
    Tallies* tallies = nullptr;  // of a sweep that counts
    SweepCounts counts = {};
    std::size_t groups_done = 0;
  };

  // Groups in a row.
  struct Groups {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::size_t size() const { return end - begin; }
  };

  // What one thread needs.
  struct Worker {
    Worker(const StepInput& input, const TileLayout& layout) : step(input), touched_tiles(input.table, layout) {}
    PlacementStep<N> step;
    StepCost cost;
    std::uint64_t won = 0;  // newly, raw
    std::vector<Transition> moves;
    std::array<std::uint16_t, kMaxListed> found;  // in a block
    std::vector<PieceState> states;
    std::size_t listed = 0;  // of the states
    // For `decided`.
    std::vector<std::uint64_t> won_blocks;
    TouchedTiles touched_tiles;
    std::vector<TileId> touched;
  };

  static ValuesOptions with_order(ValuesOptions options, const TileLayout& layout) {
    if (options.order.empty()) options.order = order_of_file(layout);
    return options;
  }

  Result<SweepCounts> run(Sweep& sweep) {
    SweepCounts& counts = sweep.counts;
    counts.sweep = ++sweep_;
    make_regions(sweep.stays ? options_.groups_per_region : 1);
    const std::size_t regions = (order_.groups() + groups_per_region_ - 1) / groups_per_region_;
    const SweepWay way(sweep_, regions);
    for (std::size_t i = 0; i < regions; ++i) {
      if (schedule_) {
        schedule_->begin_visit(way, i);
        plane_.begin_visit(schedule_->visit());
      }
      const auto goes_on = visit(sweep, region(way.group(i)), i + 1 < regions ? region(way.group(i + 1)) : Groups{});
      if (!goes_on) return tl::unexpected(goes_on.error());
      if (!*goes_on) break;
      if (sweep.callbacks.between_steps) {
        if (auto done = sweep.callbacks.between_steps(); !done) return tl::unexpected(done.error());
      }
    }
    StepCost cost;
    for (const auto& worker : workers_) cost.add(std::exchange(worker->cost, {}));
    ways_.learn(cost);
    stays_next_ = options_.groups_per_region != 0 && is_mostly_sparse({}, counts);
    if (plane_.take_lost_bits()) has_lost_bits_ = true;
    const bool lost_bits = std::exchange(has_lost_bits_, false);
    if (lost_bits) everything_ = true;
    counts.is_fixpoint = counts.won == 0 && !lost_bits;
    return counts;
  }

  // What was done between the two.
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

  // The steps of a region; `next` is the one that follows, if there is one. False if they have to wait for a sweep over
  // everything.
  Result<bool> visit(Sweep& sweep, Groups region, Groups next) {
    VisitTiles tiles(plane_, schedule());
    for (std::size_t round = 0;; ++round) {
      const SweepWay way(sweep_ + round, region.size());
      const SweepCounts before = sweep.counts;
      bool is_quiet = true;
      for (std::size_t i = 0; i < region.size(); ++i) {
        group_ = region.begin + way.group(i);
        auto goes_on = prepare_step(sweep, tiles);
        if (!goes_on || !*goes_on) return goes_on;
        // Ahead of the first round alone: later ones find their tiles at hand, and what is asked for last is read
        // meanwhile.
        if (round == 0 && i + 1 < region.size()) {
          const std::size_t group = region.begin + way.group(i + 1);
          expect(sweep, {group, group + 1}, 0);
        } else if (round == 0) {
          expect(sweep, next, 1);
        }
        if (!ways_.sources().empty()) {
          is_quiet = false;
          if (!run_step(sweep)) return tl::unexpected(Error{ErrorKind::kInterrupted, "solve: stopped"});
        }
        if (round == 0) ++sweep.groups_done;
        if (sweep.callbacks.progress) {
          sweep.callbacks.progress(ratio(sweep.groups_done, order_.groups()), sweep.counts);
        }
      }
      // Where blocks are made whole, for want of room for lists most of all, another round costs more than the tiles
      // do.
      if (is_quiet || !sweep.stays || !is_mostly_sparse(before, sweep.counts)) return true;
    }
  }

  // What the next step, of group_, has to do, and its tiles in memory. False if there are lost bits to be won back.
  Result<bool> prepare_step(Sweep& sweep, VisitTiles& tiles) {
    ++step_;
    changes_.drop_before(*std::min_element(last_visit_.begin(), last_visit_.end()));
    last_seen_ = std::exchange(last_visit_[group_], step_);
    ways_.choose(group_, last_seen_, sweep.everything, sweep.counts);
    changes_.begin_step(step_);
    touched_tiles_.list(ways_.sources(), touched_);
    if (auto done = tiles.pin(touched_); !done) return tl::unexpected(done.error());
    // Stuck positions that are won by the rules are won bits too: where these are lost the positions would count as
    // lost, having no move to one that is not won. Only a step over everything wins them back before it looks.
    if (plane_.take_lost_bits()) {
      has_lost_bits_ = true;
      if (!sweep.everything) return false;
    }
    return true;
  }

  // False if it was cancelled.
  bool run_step(Sweep& sweep) {
    const std::vector<PlacementId>& sources = ways_.sources();
    find_targets();
    newly_lost_.begin(group_);
    const auto win_stuck = [&](Worker& worker, std::size_t /*thread*/, PlacementId id) { add_stuck(worker, id); };
    const auto lose = [&](Worker& worker, std::size_t thread, PlacementId id) {
      find_lost(worker, thread, id, sweep.tallies);
    };
    const auto win = [&](Worker& worker, std::size_t thread, PlacementId id) { find_won(worker, thread, id); };
    const std::atomic<bool>* const cancel = sweep.callbacks.cancel;
    if (sweep.everything && options_.stuck == StuckRule::kWins && !for_each(sources, cancel, win_stuck)) return false;
    if (!for_each(sources, cancel, lose) || !for_each(targets_, cancel, win)) return false;
    for (const auto& worker : workers_) sweep.counts.won += std::exchange(worker->won, 0);
    if (start_outcome_ && !std::exchange(is_start_told_, true) && sweep.callbacks.start_decided) {
      sweep.callbacks.start_decided(*start_outcome_);
    }
    return true;
  }

  // Every placement that may win something by what the sources lose.
  void find_targets() {
    targets_.clear();
    const auto add = [this](PlacementId id) {
      if (target_step_[index(id)] == step_) return;
      target_step_[index(id)] = step_;
      targets_.push_back(id);
    };
    for (const PlacementId source : ways_.sources()) {
      if (options_.stuck == StuckRule::kPasses) add(source);
      for (const Transition& move : table_.transitions(source)) add(move.target);
    }
    std::sort(targets_.begin(), targets_.end());
  }

  // Asks for what these groups will touch, as far as that is known now, in the visit that is so many ahead.
  void expect(const Sweep& sweep, Groups groups, std::uint64_t ahead) {
    if (!schedule_) return;
    expected_sources_.clear();
    for (std::size_t group = groups.begin; group < groups.end; ++group) {
      ways_.add_sources(group, last_visit_[group], sweep.everything, expected_sources_);
    }
    touched_tiles_.list(expected_sources_, expected_);
    plane_.expect(expected_, schedule_->visit() + ahead);
  }

  const NextVisits* schedule() const { return schedule_ ? &*schedule_ : nullptr; }

  // Calls body(worker, thread, id) for each placement; false if it was cancelled.
  template <class Body>
  bool for_each(const std::vector<PlacementId>& placements, const std::atomic<bool>* cancel, const Body& body) {
    const auto one = [&](std::size_t thread, std::size_t i) {
      if (cancel != nullptr && cancel->load(std::memory_order_relaxed)) return false;
      body(*workers_[thread], thread, placements[i]);
      return true;
    };
    return parallel_loop(
        {placements.size(), options_.threads, kPlacementsAtOnce}, [](std::size_t thread) { return thread; }, one);
  }

  // Under `wins` the stuck positions are won from the beginning.
  void add_stuck(Worker& worker, PlacementId id) {
    worker.step.stuck_positions(id);
    NewBits<N>& bits = worker.step.new_bits();
    for (const ColouringRank rank : bits.touched()) {
      const std::uint64_t* const won = plane_.blocks().blocks(id) + rank * kWords;
      for (std::size_t w = 0; w < kWords; ++w) bits.block(rank)[w] &= ~won[w];
    }
    bits.normalise();
    // Groups that were visited before have to hear of it.
    if (take_won(worker, id) != 0) changes_.add_unlisted(id);
  }

  void find_lost(Worker& worker, std::size_t thread, PlacementId id, Tallies* tallies) {
    constexpr auto kCompleted = completed_words<N>();
    const bool dense = ways_.is_dense(id);
    const bool timed = index(id) % kTimedOneIn == 0;
    const auto start = timed ? Clock::now() : Clock::time_point{};
    if (dense) {
      worker.step.lost_dense(id);
      const std::span<const std::uint64_t> found = worker.step.new_bits().words();
      std::uint64_t* const blocks = lost_.blocks(id);
      for (std::size_t at = 0; at < found.size(); ++at) blocks[at] = found[at] | kCompleted[at % kWords];
      if (tallies != nullptr) (*tallies)[thread].add(id, plane_.blocks().blocks(id), blocks);
    } else {
      worker.step.lost_sparse(id, ChangesSince(changes_, last_seen_));
      list_new(worker);
      newly_lost_.add(thread, id, {worker.states.data(), worker.listed});
    }
    if (timed) worker.cost.add(!dense, worker.step.work(), Clock::now() - start);
    if (is_start(id) && is_set(worker.step.new_bits().words().data())) start_outcome_ = Outcome::kLoss;
  }

  bool is_start(PlacementId id) const { return options_.start && options_.start->placement == index(id); }
  bool is_set(const std::uint64_t* blocks) const {
    return is_bit_set(blocks, bit_of_position<N>(options_.start->index));
  }

  void find_won(Worker& worker, std::size_t thread, PlacementId id) {
    worker.moves.clear();
    bool has_lists = options_.stuck == StuckRule::kPasses && !newly_lost_.empty(id);
    for (const Transition& move : table_.transitions(id)) {
      if (ways_.is_dense(move.target)) worker.moves.push_back(move);
      has_lists |= !newly_lost_.empty(move.target);
    }
    const bool passes = options_.stuck == StuckRule::kPasses && ways_.is_dense(id);
    worker.listed = 0;
    std::uint64_t count = 0;
    bool is_listed = true;
    const auto take = [&] {
      const std::uint32_t found = take_won(worker, id);
      count += found;
      is_listed = is_listed && count <= ways_.max_listed();
      if (found != 0 && is_listed) append_new(worker);
    };
    if (!worker.moves.empty() || passes) {
      worker.step.won_dense(id, worker.moves, lost_, passes ? StuckRule::kPasses : StuckRule::kLoses);
      take();
    }
    if (has_lists) {
      worker.step.won_sparse(id, newly_lost_);
      take();
    }
    if (is_start(id) && is_set(plane_.blocks().blocks(id))) start_outcome_ = Outcome::kWin;
    if (count == 0) return;
    is_listed ? changes_.add(thread, id, {worker.states.data(), worker.listed}) : changes_.add_unlisted(id);
  }

  // What the step has found goes into the plane; how many positions these are.
  std::uint32_t take_won(Worker& worker, PlacementId id) {
    const NewBits<N>& bits = worker.step.new_bits();
    if (bits.empty()) return 0;
    const std::uint32_t found =
        kernel_.merge(bits.words().data(), bits.touched().data(), bits.touched().size(), plane_.blocks().blocks(id));
    worker.won += std::uint64_t{found} * orbit_size_[index(id)];
    plane_.mark_changed(id);
    return found;
  }

  void list_new(Worker& worker) {
    worker.listed = 0;
    append_new(worker);
  }
  void append_new(Worker& worker) {
    const NewBits<N>& bits = worker.step.new_bits();
    for (const ColouringRank rank : bits.touched()) {
      const std::size_t count = kernel_.list(bits.block(rank), worker.found.data());
      if (worker.states.size() < worker.listed + count) worker.states.resize(2 * (worker.listed + count));
      states_.convert(rank, {worker.found.data(), count}, worker.states.data() + worker.listed);
      worker.listed += count;
    }
  }

  const PlacementTable& table_;
  WonPlane& plane_;
  TileLayout layout_;
  ValuesOptions options_;
  Colourings colourings_;
  PieceStates states_;
  const Kernel& kernel_;
  VisitOrder order_;
  std::optional<TileSchedule> schedule_;   // where the plane gives up tiles
  std::vector<std::uint32_t> last_visit_;  // by group: the step
  std::vector<std::uint8_t> orbit_size_;
  EnginePart part_;  // the places of a group's placements in lost_
  Plane lost_;       // of the group whose step it is, where it was worked out whole
  ChangeLists changes_;
  StepLists newly_lost_;
  VisitWays ways_;  // of the group whose step it is
  TouchedTiles touched_tiles_;
  std::vector<std::unique_ptr<Worker>> workers_;

  std::size_t groups_per_region_ = 1;  // in this sweep
  bool stays_next_ = false;            // the next sweep in its regions
  bool everything_ = true;             // has to be looked at in the next sweep
  bool has_lost_bits_ = false;         // the plane, in this sweep
  std::uint32_t sweep_ = 0;
  std::uint32_t step_ = 0;
  std::size_t group_ = 0;        // whose step it is
  std::uint32_t last_seen_ = 0;  // its step before
  std::vector<PlacementId> targets_;
  std::vector<std::uint32_t> target_step_;     // by placement: the last step of which it was a target
  std::vector<TileId> touched_;                // by the step
  std::vector<PlacementId> expected_sources_;  // of steps to come
  std::vector<TileId> expected_;
  std::optional<Outcome> start_outcome_;
  bool is_start_told_ = false;
};

}  // namespace

std::unique_ptr<ValuesEngine> ValuesEngine::create(const PlacementTable& table, WonPlane& plane,
                                                   const ValuesOptions& options) {
  return for_piece_count(table.pieces(), [&]<int N>() -> std::unique_ptr<ValuesEngine> {
    return std::make_unique<EngineOfValues<N>>(table, plane, options);
  });
}

}  // namespace uisge

#include "solver/values/group_step.h"

#include <algorithm>
#include <chrono>

#include "core/piece_count.h"
#include "db/parallel.h"
#include "solver/parallel_loop.h"
#include "solver/values/change_lists.h"
#include "solver/values/placement_visit.h"
#include "solver/values/step_lists.h"
#include "solver/values/visit_ways.h"

namespace uisge {

namespace {

using Clock = std::chrono::steady_clock;

template <int N>
class GroupStepOf final : public GroupStep {
 public:
  GroupStepOf(const PlacementTable& table, WonPlane& plane, const VisitOrder& order, const ValuesOptions& options)
      : table_(table),
        plane_(plane),
        order_(order),
        options_(options),
        colourings_(N),
        states_(colourings_),
        last_step_(order.groups(), 0),
        orbit_size_(table.orbit_sizes()),
        part_{{}, std::vector<std::uint32_t>(table.size(), 0), order.largest_group()},
        lost_(table.size(), N, &part_),
        changes_(table.size(), options.threads, options.list_bytes),
        newly_lost_(order, options.threads),
        ways_(table, order, changes_, options),
        target_step_(table.size(), 0) {
    for (std::size_t group = 0; group < order_.groups(); ++group) {
      for (const PlacementId id : order_.placements(group)) {
        part_.slots[index(id)] = static_cast<std::uint32_t>(order_.place_in(group, id));
      }
    }
    const StepInput input{table_,         colourings_,          states_, plane_.blocks(), plane_.blocks(),
                          options_.stuck, options_.instructions};
    for (std::size_t t = 0; t < options_.threads; ++t)
      workers_.push_back(std::make_unique<Worker>(input, plane_.blocks()));
  }

  void choose(std::size_t group, bool everything, SweepCounts& counts) override {
    group_ = group;
    is_everything_ = everything;
    ++step_;
    changes_.drop_before(*std::min_element(last_step_.begin(), last_step_.end()));
    last_seen_ = std::exchange(last_step_[group], step_);
    ways_.choose(group, last_seen_, everything, counts);
    changes_.begin_step(step_);
  }
  const std::vector<PlacementId>& sources() const override { return ways_.sources(); }
  void add_sources(std::size_t group, bool everything, std::vector<PlacementId>& sources) const override {
    ways_.add_sources(group, last_step_[group], everything, sources);
  }
  std::optional<Outcome> start_outcome() const override { return start_outcome_; }

  std::optional<std::uint64_t> run(const std::atomic<bool>* cancel, std::vector<PlaneCounts>* tallies) override {
    const std::vector<PlacementId>& sources = ways_.sources();
    find_targets();
    newly_lost_.begin(group_);
    const auto win_stuck = [&](Worker& worker, std::size_t /*thread*/, PlacementId id) { add_stuck(worker, id); };
    const auto lose = [&](Worker& worker, std::size_t thread, PlacementId id) {
      find_lost(worker, thread, id, tallies);
    };
    const auto win = [&](Worker& worker, std::size_t thread, PlacementId id) { find_won(worker, thread, id); };
    if (is_everything_ && options_.stuck == StuckRule::kWins && !for_each(sources, cancel, win_stuck)) return {};
    if (!for_each(sources, cancel, lose) || !for_each(targets_, cancel, win)) return {};
    std::uint64_t won = 0;
    for (const auto& worker : workers_) won += std::exchange(worker->won, 0);
    return won;
  }

  void learn() override {
    StepCost cost;
    for (const auto& worker : workers_) cost.add(std::exchange(worker->cost, {}));
    ways_.learn(cost);
  }

  DecidedBlocks decided(std::size_t thread, PlacementId id) override {
    Worker& worker = *workers_[thread];
    worker.visit.step().find_lost_dense(id);
    const std::span<const std::uint64_t> lost = worker.visit.step().new_bits().words();
    worker.won_blocks.assign(plane_.blocks().blocks(id), plane_.blocks().blocks(id) + lost.size());
    return {worker.won_blocks, lost};
  }

 private:
  // The scratch memory and counts of one thread.
  struct Worker {
    Worker(const StepInput& input, Plane& plane) : visit(input, plane) {}
    PlacementVisit<N> visit;
    StepCost cost;
    std::uint64_t won = 0;                  // positions that became won, as in SweepCounts
    std::vector<std::uint64_t> won_blocks;  // the copy of a placement's won blocks that decided() returns
  };

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

  // Calls body(worker, thread, id) for each placement; `worker` belongs to the thread with the number `thread`. Returns
  // false if the step was cancelled.
  template <class Body>
  bool for_each(const std::vector<PlacementId>& placements, const std::atomic<bool>* cancel, const Body& body) {
    const auto one = [&](std::size_t thread, std::size_t i) { body(*workers_[thread], thread, placements[i]); };
    return parallel_for_each({placements.size(), options_.threads, kVisitsAtOnce}, one, cancel);
  }

  // Sets the wins of stuck positions: under the stuck rule `wins`, a player without a move has won.
  void add_stuck(Worker& worker, PlacementId id) {
    // Notes that the placement has new wins, so that groups that were visited before it are visited again.
    if (note_won(worker, id, worker.visit.win_stuck(id))) changes_.add_unlisted(id);
  }

  void find_lost(Worker& worker, std::size_t thread, PlacementId id, std::vector<PlaneCounts>* tallies) {
    const bool dense = ways_.is_dense(id);
    const bool timed = is_visit_timed(id);
    const auto start = timed ? Clock::now() : Clock::time_point{};
    if (dense) {
      worker.visit.lose_dense(id, lost_.blocks(id));
      if (tallies != nullptr) (*tallies)[thread].add(id, plane_.blocks().blocks(id), lost_.blocks(id));
    } else {
      worker.visit.lose_sparse(id, ChangesSince(changes_, last_seen_));
      newly_lost_.add(thread, id, worker.visit.states());
    }
    if (timed) worker.cost.add(!dense, worker.visit.step().work(), Clock::now() - start);
    if (is_start(id) && is_set(worker.visit.step().new_bits().words().data())) start_outcome_ = Outcome::kLoss;
  }

  bool is_start(PlacementId id) const { return options_.start && options_.start->placement == index(id); }
  bool is_set(const std::uint64_t* blocks) const {
    return is_bit_set(blocks, bit_of_position<N>(options_.start->index));
  }

  void find_won(Worker& worker, std::size_t thread, PlacementId id) {
    const auto is_dense = [this](PlacementId target) { return ways_.is_dense(target); };
    const auto wins = worker.visit.win(id, is_dense, lost_, newly_lost_, ways_.max_listed());
    if (is_start(id) && is_set(plane_.blocks().blocks(id))) start_outcome_ = Outcome::kWin;
    if (!note_won(worker, id, wins.count)) return;
    wins.is_listed ? changes_.add(thread, id, worker.visit.states()) : changes_.add_unlisted(id);
  }

  // Records that `count` positions of the placement became won. Returns false if `count` is 0.
  bool note_won(Worker& worker, PlacementId id, std::uint64_t count) {
    if (count == 0) return false;
    worker.won += count * orbit_size_[index(id)];
    plane_.mark_changed(id);
    return true;
  }

  const PlacementTable& table_;
  WonPlane& plane_;
  const VisitOrder& order_;
  ValuesOptions options_;
  Colourings colourings_;
  PieceStates states_;
  std::vector<std::uint32_t> last_step_;  // by group: its last step
  std::vector<std::uint8_t> orbit_size_;
  EnginePart part_;  // gives each placement of the current group its place in lost_
  Plane lost_;       // lost blocks of the current group's dense placements
  ChangeLists changes_;
  StepLists newly_lost_;
  VisitWays ways_;  // how the lost positions of each placement of the group are found
  std::vector<std::unique_ptr<Worker>> workers_;

  std::uint32_t step_ = 0;
  std::size_t group_ = 0;        // the current group
  bool is_everything_ = false;   // whether all placements of the group are sources
  std::uint32_t last_seen_ = 0;  // the number of the group's previous step
  std::vector<PlacementId> targets_;
  std::vector<std::uint32_t> target_step_;  // by placement: the last step in which the placement was a target
  std::optional<Outcome> start_outcome_;
};

}  // namespace

std::unique_ptr<GroupStep> GroupStep::create(const PlacementTable& table, WonPlane& plane, const VisitOrder& order,
                                             const ValuesOptions& options) {
  return for_piece_count(table.pieces(), [&]<int N>() -> std::unique_ptr<GroupStep> {
    return std::make_unique<GroupStepOf<N>>(table, plane, order, options);
  });
}

}  // namespace uisge

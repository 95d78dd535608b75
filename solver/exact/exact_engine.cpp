// This file is long because the threads of a stage share all of its state.
#include "solver/exact/exact_engine.h"

#include <algorithm>
#include <chrono>
#include <cstring>

#include "core/piece_count.h"
#include "db/parallel.h"
#include "solver/blocks/plane_counts.h"
#include "solver/exact/lost_window.h"
#include "solver/parallel_loop.h"
#include "solver/ratio.h"
#include "solver/solve_stopped.h"
#include "solver/values/change_lists.h"
#include "solver/values/placement_visit.h"
#include "solver/values/visit_cost.h"
#include "solver/values/visit_order.h"

namespace uisge {

namespace {

using Clock = std::chrono::steady_clock;

// A placement with at most this many new wins gets a list of them (solver/values/change_lists.h), if the lists' memory
// has room. A greater number of new wins is listed only if the estimated cost says that the list pays.
constexpr std::uint64_t kAlwaysListed = 2048;

// An order of visits with a single group: all placements, sorted as in the schedule.
VisitOrder one_group(const PlacementTable& table, const StageSchedule& schedule) {
  const TileLayout layout(table.size(), table.pieces(), 1);
  std::vector<TileId> tiles;
  tiles.reserve(table.size());
  for (const PlacementId id : schedule.order()) tiles.push_back(tile_id(index(id)));
  return {layout, tiles, tiles.size()};
}

std::size_t window_slots(const PlacementTable& table, const StageSchedule& schedule, std::size_t batch) {
  return std::min(table.size(), schedule.window() + batch);
}

template <int N>
class ExactEngineOf final : public ExactEngine {
 public:
  ExactEngineOf(const PlacementTable& table, const StageSchedule& schedule, const ExactOptions& options)
      : table_(table),
        schedule_(schedule),
        options_(options),
        // Under `wins` stuck positions are won, and the engine sets them in the plane. Until their bits are set, stuck
        // positions must not count as lost, so the stages treat them as under `draws`.
        stuck_(options.stuck == StuckRule::kWins ? StuckRule::kDraws : options.stuck),
        group_(one_group(table, schedule)),
        colourings_(N),
        states_(colourings_),
        kernel_(kernel(options.instructions, N)),
        won_(table.size(), N),
        lost_(table, window_slots(table, schedule, options.batch)),
        cost_(N, options.only_sparse),
        newly_lost_(group_, options.threads),
        ways_(table.size(), VisitWay::kNone),
        orbit_size_(table.orbit_sizes()),
        lost_count_(table.size(), 0),
        labels_(options.noted.size(), kDrawCode) {
    const StepInput input{table_, colourings_, states_, won_, won_, stuck_, options_.instructions};
    for (std::size_t t = 0; t < options_.threads; ++t) workers_.push_back(std::make_unique<Worker>(input, won_));
    begin_lists();
  }

  Result<std::uint64_t> begin(Course course) override {
    clear(course, 0);
    if (course == Course::kFromNothing) return 0U;
    parallel_for_each({table_.size(), options_.threads, kVisitsAtOnce}, [&](std::size_t thread, std::size_t i) {
      const PlacementId id = placement_id(i);
      take_won(*workers_[thread], id, workers_[thread]->visit.win_stuck(id), Plies{0});
    });
    return add_up().won;
  }

  CourseState begin_after(Course course, std::uint32_t stages) override {
    clear(course, stages);
    newly_won().begin_step(stages);
    return state();
  }
  CourseState state() override {
    return {course_,     stage_,  {won_.first_word(), won_.bytes() / sizeof(std::uint64_t)},
            lost_count_, labels_, &newly_won()};
  }

  Result<StageCounts> run_stage(const StageCallbacks& callbacks) override {
    ++stage_;
    StageCounts counts = stage_plies(course_, stage_);
    within_ = counts;
    newly_won().drop_before(stage_);
    newly_won().begin_step(stage_);
    newly_lost_.begin(0);
    if (!choose_ways(callbacks, counts)) return solve_stopped();
    std::size_t made = 0;
    std::size_t ready = 0;
    std::size_t done = 0;
    while (made < table_.size()) {
      made = next_batch(made);
      counts.window = std::max(counts.window, lost_.kept());
      const auto is_ready = schedule_.ready(made).subspan(ready);
      if (!lose_batch(callbacks) || !win(is_ready, callbacks)) return solve_stopped();
      ready += is_ready.size();
      for (const PlacementId id : schedule_.done(made).subspan(done)) lost_.give_up(id);
      done = schedule_.done(made).size();
      const Found found = add_up();
      counts.won += found.won;
      counts.lost += found.lost;
      if (callbacks.progress) callbacks.progress(ratio(made, table_.size()), counts);
    }
    counts.example = take_example(counts);
    StepCost cost;
    for (const auto& worker : workers_) cost.add(std::exchange(worker->cost, {}));
    cost_.learn(cost);
    return counts;
  }

  std::span<const LabelCode> labels() const override { return labels_; }

  Result<LabelSummary> summary(const StageCallbacks& callbacks) override {
    PlaneCounts total(table_);
    struct Counter {
      Worker& worker;
      PlaneCounts counts;
    };
    const auto make = [&](std::size_t thread) { return Counter{*workers_[thread], PlaneCounts(table_)}; };
    std::atomic<std::size_t> done{0};
    const auto count = [&](Counter& mine, std::size_t i) {
      if (wants_stop(callbacks.cancel)) return false;
      const PlacementId id = placement_id(i);
      mine.worker.visit.step().find_lost_dense(id);
      mine.counts.add(id, won_.blocks(id), mine.worker.visit.step().new_bits().words().data());
      const std::size_t so_far = done.fetch_add(1, std::memory_order_relaxed) + 1;
      if (callbacks.progress && &mine.worker == workers_.front().get()) {
        callbacks.progress(ratio(so_far, table_.size()), {});
      }
      return true;
    };
    const auto add = [&](const Counter& mine) { total.merge(mine.counts); };
    if (!parallel_loop({table_.size(), options_.threads, kVisitsAtOnce}, make, count, add)) return solve_stopped();
    return total.summary();
  }

 private:
  // The scratch memory and counts of one thread.
  struct Worker {
    Worker(const StepInput& input, Plane& plane) : visit(input, plane) {}
    PlacementVisit<N> visit;
    StepCost cost;
    std::uint64_t won = 0;  // positions that became won since the last add_up(), as in StageCounts
    std::uint64_t lost = 0;
    std::uint64_t dense = 0;  // the number of placements computed as whole blocks
    std::uint64_t sparse = 0;
    std::optional<PositionCell> first_won;   // the first new win of the stage
    std::optional<PositionCell> first_lost;  // the first new loss of the stage, except in `losers`
    // The dense placements (computed as whole blocks) that have both new and older losses. The lost blocks of these
    // placements do not tell which losses are new.
    std::vector<PlacementId> losers;
  };
  struct Found {
    std::uint64_t won = 0;
    std::uint64_t lost = 0;
  };

  void begin_lists() {
    for (auto& lists : changes_) lists.emplace(table_.size(), options_.threads, options_.list_bytes);
  }
  // Clears the engine's state, so that no position is known to be won. The next stage is then stage number `stages` + 1
  // of the course.
  void clear(Course course, std::uint32_t stages) {
    std::memset(won_.first_word(), 0, won_.bytes());
    std::fill(lost_count_.begin(), lost_count_.end(), 0);
    std::fill(labels_.begin(), labels_.end(), kDrawCode);
    begin_lists();
    lost_.clear();
    add_up();
    stage_ = stages;
    course_ = course;
  }
  // Two ChangeLists take turns: this stage fills one, and the stage before has filled the other.
  ChangeLists& newly_won() { return *changes_[stage_ % 2]; }
  const ChangeLists& won_before() const { return *changes_[(stage_ + 1) % 2]; }

  // Calls body(worker, thread, id) for each placement. Returns false if the work was cancelled.
  template <class Body>
  bool for_each(std::span<const PlacementId> placements, const StageCallbacks& callbacks, const Body& body) {
    if (placements.empty()) return true;
    const auto one = [&](std::size_t thread, std::size_t i) { body(*workers_[thread], thread, placements[i]); };
    return parallel_for_each({placements.size(), options_.threads, kVisitsAtOnce}, one, callbacks.cancel);
  }

  bool choose_ways(const StageCallbacks& callbacks, StageCounts& counts) {
    const auto choose = [&](Worker& worker, std::size_t /*thread*/, PlacementId id) {
      const VisitWay way = way_for(id);
      ways_[index(id)] = way;
      worker.dense += way == VisitWay::kDense ? 1 : 0;
      worker.sparse += way == VisitWay::kSparse ? 1 : 0;
    };
    if (!for_each(schedule_.order(), callbacks, choose)) return false;
    for (const auto& worker : workers_) {
      counts.dense += std::exchange(worker->dense, 0);
      counts.sparse += std::exchange(worker->sparse, 0);
      worker->first_won.reset();
      worker->first_lost.reset();
      worker->losers.clear();
    }
    return true;
  }
  VisitWay way_for(PlacementId id) const {
    if (stage_ == 1 || options_.only_dense) return VisitWay::kDense;
    ChangeLists::Pending pending;
    if (stuck_ == StuckRule::kPasses) pending.add(won_before().pending(id, stage_ - 1));
    for (const Transition& move : table_.transitions(id)) {
      pending.add(won_before().pending(move.target, stage_ - 1));
    }
    return cost_.way(pending);
  }
  bool is_dense(PlacementId id) const { return ways_[index(id)] == VisitWay::kDense; }

  // Makes `sources_` the placements of the next batch in which losses must be looked for, and gives each dense
  // placement (computed as whole blocks) among them a slot in the window. The batch begins at index `made` of the
  // schedule's order of placements. Returns the index after the batch's last placement.
  std::size_t next_batch(std::size_t made) {
    sources_.clear();
    for (std::size_t whole = 0; made < table_.size() && whole < options_.batch; ++made) {
      const PlacementId id = schedule_.order()[made];
      if (ways_[index(id)] == VisitWay::kNone) continue;
      sources_.push_back(id);
      if (!is_dense(id)) continue;
      lost_.keep(id);
      ++whole;
    }
    return made;
  }

  bool lose_batch(const StageCallbacks& callbacks) {
    return for_each(sources_, callbacks,
                    [&](Worker& worker, std::size_t thread, PlacementId id) { lose(worker, thread, id); });
  }
  bool win(std::span<const PlacementId> placements, const StageCallbacks& callbacks) {
    return for_each(placements, callbacks,
                    [&](Worker& worker, std::size_t thread, PlacementId id) { win(worker, thread, id); });
  }

  void lose(Worker& worker, std::size_t thread, PlacementId id) {
    const bool dense = is_dense(id);
    const bool timed = is_visit_timed(id);
    const auto start = timed ? Clock::now() : Clock::time_point{};
    std::uint32_t& count = lost_count_[index(id)];
    const std::uint32_t before = count;
    NewBits<N>& bits = worker.visit.step().new_bits();
    if (dense) {
      worker.visit.lose_dense(id, lost_.blocks().blocks(id));
      count = kernel_.merge(bits.words().data(), bits.touched().data(), bits.touched().size(), nullptr);
      if (before != 0 && count != before) worker.losers.push_back(id);
      if (before == 0 && count != 0) note_first(worker.first_lost, id, bits.lowest());
    } else {
      worker.visit.lose_sparse(id, ChangesSince(won_before(), stage_ - 1));
      newly_lost_.add(thread, id, worker.visit.states());
      count += static_cast<std::uint32_t>(worker.visit.states().size());
      if (count != before) note_first(worker.first_lost, id, bits.lowest());
    }
    worker.lost += std::uint64_t{count - before} * orbit_size_[index(id)];
    if (timed) worker.cost.add(!dense, worker.visit.step().work(), Clock::now() - start);
    if (count != before) label(id, bits.words().data(), {Outcome::kLoss, within_.lost_within});
  }

  void win(Worker& worker, std::size_t thread, PlacementId id) {
    const std::uint64_t room = newly_won().room();
    const auto wins = worker.visit.win(
        id, [this](PlacementId target) { return is_dense(target); }, lost_.blocks(), newly_lost_,
        std::min(room, std::max(cost_.max_listed(), kAlwaysListed)));
    std::uint64_t count = wins.count;
    bool is_listed = wins.is_listed;
    // In a course that begins with nothing won, the first stage also marks the stuck positions as won. This is safe,
    // since no thread looks for losses by this placement's won blocks any more in this stage.
    if (stage_ == 1 && course_ == Course::kFromNothing && options_.stuck == StuckRule::kWins) {
      const std::uint32_t stuck = worker.visit.win_stuck(id);
      if (stuck != 0) note_first(worker.first_won, id, worker.visit.step().new_bits().lowest());
      count += stuck;
      is_listed = false;
    }
    if (wins.lowest) note_first(worker.first_won, id, *wins.lowest);
    if (!take_won(worker, id, count, within_.won_within)) return;
    is_listed ? newly_won().add(thread, id, worker.visit.states()) : newly_won().add_unlisted(id);
  }

  // Records that `count` positions of the placement became won, and labels the noted positions among them. Returns
  // false if `count` is 0.
  bool take_won(Worker& worker, PlacementId id, std::uint64_t count, Plies plies) {
    if (count == 0) return false;
    worker.won += count * orbit_size_[index(id)];
    label(id, won_.blocks(id), {Outcome::kWin, plies});
    return true;
  }

  // Gives `label` to each noted position of the placement that has no label yet and whose bit in `blocks` is set.
  void label(PlacementId id, const std::uint64_t* blocks, Label label) {
    const std::span<const PositionCell> noted = options_.noted;
    const auto begin = std::lower_bound(noted.begin(), noted.end(), PositionCell{cell_at(index(id), 0)});
    for (auto cell = begin; cell != noted.end() && cell->placement == index(id); ++cell) {
      LabelCode& code = labels_[static_cast<std::size_t>(cell - noted.begin())];
      if (code == kDrawCode && is_bit_set(blocks, bit_of_position<N>(cell->index))) code = encode_label(label);
    }
  }

  static void note_first(std::optional<PositionCell>& first, PlacementId id, std::uint32_t at) {
    const PositionCell cell = cell_at(index(id), at);
    if (!first || cell < *first) first = cell;
  }

  Found add_up() {
    Found found;
    for (const auto& worker : workers_) {
      found.won += std::exchange(worker->won, 0);
      found.lost += std::exchange(worker->lost, 0);
    }
    return found;
  }

  std::optional<PositionCell> take_example(const StageCounts& counts) {
    std::optional<PositionCell> first;
    if (counts.won != 0) {
      for (const auto& worker : workers_) take_earlier(first, worker->first_won);
      return first;
    }
    if (counts.lost == 0) return first;
    // This stage has set no wins, so the plane has not changed since the stage began. Therefore the new losses of
    // `losers` can be found again from the lists of the previous stage's wins. If a placement needed for this has no
    // complete lists (has_lists()), its new losses are unknown, and the function returns no position.
    std::vector<PlacementId> losers;
    for (const auto& worker : workers_) {
      take_earlier(first, worker->first_lost);
      losers.insert(losers.end(), worker->losers.begin(), worker->losers.end());
    }
    std::sort(losers.begin(), losers.end());
    PlacementVisit<N>& visit = workers_.front()->visit;
    for (const PlacementId id : losers) {
      if (first && first->placement < index(id)) break;
      if (!has_lists(id)) return std::nullopt;
      visit.lose_sparse(id, ChangesSince(won_before(), stage_ - 1));
      note_first(first, id, visit.step().new_bits().lowest());
    }
    return first;
  }
  bool has_lists(PlacementId id) const {
    const auto is_listed = [&](PlacementId near) { return !won_before().pending(near, stage_ - 1).is_unlisted; };
    const auto moves = table_.transitions(id);
    return stage_ > 1 && is_listed(id) &&
           std::all_of(moves.begin(), moves.end(), [&](const Transition& move) { return is_listed(move.target); });
  }
  static void take_earlier(std::optional<PositionCell>& first, const std::optional<PositionCell>& other) {
    if (other && (!first || *other < *first)) first = other;
  }

  const PlacementTable& table_;
  const StageSchedule& schedule_;
  ExactOptions options_;
  StuckRule stuck_;  // the stuck rule by which stages look for losses
  VisitOrder group_;
  Colourings colourings_;
  PieceStates states_;
  const Kernel& kernel_;
  Plane won_;
  LostWindow lost_;
  VisitCost cost_;
  std::array<std::optional<ChangeLists>, 2> changes_;
  StepLists newly_lost_;
  std::vector<VisitWay> ways_;  // by placement: how the stage finds its lost positions
  std::vector<std::uint8_t> orbit_size_;
  std::vector<std::uint32_t> lost_count_;  // by placement: how many positions are lost so far
  std::vector<LabelCode> labels_;
  std::vector<std::unique_ptr<Worker>> workers_;
  Course course_ = Course::kFromNothing;
  std::uint32_t stage_ = 0;  // the number of the running or last stage of the course; 0 before the first stage
  StageCounts within_;       // the distances within which the stage decides all losses and all wins
  std::vector<PlacementId> sources_;
};

}  // namespace

ExactEngine::Memory ExactEngine::memory(const PlacementTable& table, const StageSchedule& schedule,
                                        const ExactOptions& options) {
  // Per placement: 12 bytes for each of the two change lists, and 16 for the list of losses. The remaining bytes hold
  // the placement's place in the order, its slot in the window, its way (dense or sparse), its orbit size and its
  // number of lost positions.
  constexpr std::uint64_t kBytesPerPlacement = 64;
  constexpr std::uint64_t kBytesPerThread = std::uint64_t{8} << 20;
  return {Plane::bytes_for(table.size(), table.pieces()),
          Plane::bytes_for(window_slots(table, schedule, options.batch), table.pieces()),
          2 * options.list_bytes + table.size() * kBytesPerPlacement + options.threads * kBytesPerThread +
              options.noted.size() * (sizeof(PositionCell) + sizeof(LabelCode))};
}

std::unique_ptr<ExactEngine> ExactEngine::create(const PlacementTable& table, const StageSchedule& schedule,
                                                 const ExactOptions& options) {
  return for_piece_count(table.pieces(), [&]<int N>() -> std::unique_ptr<ExactEngine> {
    return std::make_unique<ExactEngineOf<N>>(table, schedule, options);
  });
}

}  // namespace uisge

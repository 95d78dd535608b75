// This file is long because steps are chosen, staged, run and finished at the same time: the functions that do so use
// the same state.
#include "solver/card/card_engine.h"

#include <algorithm>
#include <cstring>
#include <mutex>

#include "core/colouring.h"
#include "db/parallel.h"
#include "solver/blocks/plane_counts.h"
#include "solver/card/card_error.h"
#include "solver/card/card_launch.h"
#include "solver/card/card_plane.h"
#include "solver/kernel/block_shape.h"
#include "solver/parallel_loop.h"
#include "solver/ratio.h"
#include "solver/solve_stopped.h"
#include "solver/values/tile_schedule.h"
#include "solver/values/touched_tiles.h"
#include "solver/values/visit_order.h"

namespace uisge {

namespace {

// If a sweep finds less than one win per kBlocksOfAWin blocks, the next sweep visits groups more than once. As long as
// a sweep finds at least that many wins, every visit computes nearly all blocks, and second visits save no time
// (docs/lab/values.md).
constexpr std::uint64_t kBlocksOfAWin = 64;
// The number of questions (positions to be looked up) that a thread prepares at a time.
constexpr std::size_t kQuestionsPerTurn = 4096;

class EngineOfCard final : public CardEngine {
 public:
  EngineOfCard(Card& card, const PlacementTable& table, const TileLayout& layout, const CardOptions& options,
               std::optional<PlaneFile> file, CardPlane plane, CardLaunch launch)
      : card_(card),
        table_(table),
        options_(options),
        file_(std::move(file)),
        layout_(layout),
        plane_(std::move(plane)),
        launch_(std::move(launch)),
        order_(layout_, visit_order(options.split, layout_), options.split.tiles_per_group),
        touched_tiles_(table, layout_),
        last_visit_(order_.groups(), 0),
        last_win_(table.size(), 0),
        orbit_size_(table.orbit_sizes()),
        step_(options.steps_before),
        copies_(options.threads) {
    if (options.split.resident_tiles < layout_.tiles()) schedule_.emplace(table, layout_, order_);
  }

  Result<void> begin(const Note& note) {
    if (!file_ || file_->is_new()) return {};
    return plane_.load(*file_, note);
  }

  Result<SweepCounts> run_sweep(const SweepCallbacks& callbacks) override {
    return sweep(std::exchange(everything_, false), callbacks, nullptr);
  }

  Result<SweepCounts> run_full_sweep(const SweepCallbacks& callbacks, LabelSummary& summary) override {
    everything_ = false;
    PlaneCounts counts(table_);
    auto done = sweep(true, callbacks, &counts);
    if (done && done->is_fixpoint) summary = counts.summary();
    return done;
  }

  Result<void> look_up(std::span<const PositionCell> cells, std::span<std::uint8_t> won) override {
    UISGE_TRY(finish_all());
    UISGE_TRY(plane_.await_copies_to_host());
    const std::size_t at_once = launch_.questions_at_once();
    for (std::size_t first = 0; first < cells.size(); first += at_once) {
      const std::size_t count = std::min(at_once, cells.size() - first);
      UISGE_TRY(look_up_at_once(cells.subspan(first, count), won.subspan(first, count)));
    }
    return {};
  }

  Result<void> forget() override {
    UISGE_TRY(finish_all());
    UISGE_TRY(plane_.clear());
    UISGE_TRY(launch_.forget_changes());
    std::ranges::fill(last_win_, 0);
    std::ranges::fill(last_visit_, 0);
    is_sparse_ = is_start_told_ = false;
    everything_ = true;
    sweep_ = 0;
    start_outcome_.reset();
    return {};
  }

  Result<DecidedBlocks> decided(std::size_t thread, PlacementId id) override {
    const std::lock_guard lock(mutex_);
    // After a failed call the card's state is unknown, so later calls of all threads get the same error.
    if (failure_) return tl::unexpected(*failure_);
    UISGE_TRY(card_.use_in_this_thread());
    if (auto done = fill_chunk(index(id)); !done) {
      failure_ = done.error();
      return tl::unexpected(done.error());
    }
    const std::size_t words = layout_.bytes_per_placement() / sizeof(std::uint64_t);
    std::vector<std::uint64_t>& copy = copies_[thread];
    const std::uint64_t* const blocks = chunk_.data() + (index(id) - chunk_begin_) * 2 * words;
    copy.assign(blocks, blocks + 2 * words);
    return DecidedBlocks{{copy.data(), words}, {copy.data() + words, words}};
  }

  Result<void> save() override {
    UISGE_TRY(finish_all());
    return plane_.save(*file_);
  }
  bool has_its_name() const override { return file_->has_its_name(); }
  Result<void> remove_file() override { return file_->remove(); }
  const std::string& path() const override { return file_->path(); }
  std::uint64_t bytes_read() const override { return plane_.bytes_in(); }
  std::uint64_t bytes_written() const override { return plane_.bytes_out(); }

 private:
  // The data of a step whose kernels may still be running.
  struct Step {
    std::uint32_t number = 0;
    std::vector<PlacementId> sources;
    bool is_running = false;
  };

  Result<SweepCounts> sweep(bool everything, const SweepCallbacks& callbacks, PlaneCounts* tally) {
    counts_ = {};
    counts_.sweep = ++sweep_;
    const std::size_t groups = order_.groups();
    const SweepDirection direction(sweep_, groups);
    for (std::size_t i = 0; i < groups; ++i) {
      if (wants_stop(callbacks.cancel)) return solve_stopped();
      const std::size_t revisits = tally == nullptr && is_sparse_ ? std::min(i, options_.revisits) : 0;
      if (schedule_) schedule_->begin_visit(direction, i - revisits);
      UISGE_TRY(step(direction.group(i), everything, tally));
      for (std::size_t back = 1; back <= revisits; ++back) UISGE_TRY(step(direction.group(i - back), false, nullptr));
      if (callbacks.between_steps) UISGE_TRY(callbacks.between_steps());
      tell_start(callbacks);
      if (callbacks.progress) callbacks.progress(ratio(i + 1, groups), counts_);
    }
    UISGE_TRY(finish_all());
    tell_start(callbacks);
    counts_.is_fixpoint = counts_.won == 0;
    const std::uint64_t blocks = table_.size() * kBlocksOfPlacement[table_.pieces()];
    is_sparse_ = counts_.won / table_.board().symmetry_count() < blocks / kBlocksOfAWin;
    return counts_;
  }

  // The card looks up positions whose tiles it holds; threads of the host look up the other positions.
  Result<void> look_up_at_once(std::span<const PositionCell> cells, std::span<std::uint8_t> won) {
    questions_.resize(cells.size());
    const int pieces = table_.pieces();
    const LoopSize loop{cells.size(), options_.threads, kQuestionsPerTurn};
    parallel_for_each(loop, [&](std::size_t, std::size_t i) {
      questions_[i] = std::uint64_t{cells[i].placement} << 32 | bit_of_position(pieces, cells[i].index);
    });
    UISGE_TRY(launch_.look_up(questions_, won, plane_));
    parallel_for_each(loop, [&](std::size_t, std::size_t i) {
      if (won[i] != kNotOnCard) return;
      const auto bit = static_cast<std::uint32_t>(questions_[i]);
      won[i] = plane_.is_set_on_host(placement_id(cells[i].placement), bit) ? 1 : 0;
    });
    return {};
  }

  void tell_start(const SweepCallbacks& callbacks) {
    if (start_outcome_ && !std::exchange(is_start_told_, true) && callbacks.start_decided) {
      callbacks.start_decided(*start_outcome_);
    }
  }

  // Begins the group's step: chooses the sources, stages their tiles and launches the kernels. The previous step may
  // still be running.
  Result<void> step(std::size_t group, bool everything, PlaneCounts* tally) {
    UISGE_TRY(finish(steps_[(step_ + 1) % 2]));
    Step& next = steps_[++step_ % 2];
    next.number = step_;
    // The wins of the previous step are not known yet, since its kernels may still be running. The group's next visit
    // will take the previous step's wins into account.
    const std::uint32_t since = std::exchange(last_visit_[group], step_ - 1);
    choose_sources(next, order_.placements(group), everything, since);
    counts_.dense += next.sources.size();
    if (next.sources.empty()) return {};
    find_tiles(next.sources);
    UISGE_TRY(stage(next, schedule_ ? &*schedule_ : nullptr));
    const CardWork work{.sources = next.sources,
                        .slots = plane_.slots(),
                        .wins_stuck = everything && options_.stuck == StuckRule::kWins,
                        .number = next.number,
                        .since = everything ? 0 : since,
                        .counts = tally != nullptr};
    UISGE_TRY(launch_.run(next.number % 2, work, plane_));
    next.is_running = true;
    if (tally == nullptr) return {};
    UISGE_TRY(finish(next));
    return count(next, *tally);
  }

  void choose_sources(Step& step, std::span<const PlacementId> group, bool everything, std::uint32_t since) {
    step.sources.clear();
    const auto may_have_changed = [&](PlacementId id) {
      if (options_.stuck == StuckRule::kPasses && last_win_[index(id)] >= since) return true;
      return std::ranges::any_of(table_.transitions(id),
                                 [&](const Transition& move) { return last_win_[index(move.target)] >= since; });
    };
    for (const PlacementId id : group) {
      if (everything || may_have_changed(id)) step.sources.push_back(id);
    }
  }

  // Finds the tiles that the step needs and that do not stay on the card for the whole solve.
  void find_tiles(std::span<const PlacementId> sources) {
    tiles_.clear();
    if (!schedule_) return;
    touched_tiles_.for_each(sources, [this](TileId tile) {
      if (!plane_.is_resident(tile)) tiles_.push_back(tile);
    });
  }

  // Stages the tiles that the step needs. If the tiles do not fit on the card beside the tiles of the previous step,
  // first waits until the previous step is over.
  Result<void> stage(Step& step, const TileSchedule* schedule) {
    if (!schedule_) return {};
    auto staged = plane_.stage(tiles_, step.number, schedule);
    if (staged && !*staged) {
      Step& before = steps_[(step_ + 1) % 2];
      UISGE_TRY(finish(before));
      // Skips a step number, so that no tile counts as used by the step before.
      step_ += 2;
      step.number = step_;
      staged = plane_.stage(tiles_, step.number, schedule);
    }
    if (!staged) return tl::unexpected(staged.error());
    if (!*staged) return card_error("card: a step needs more tiles than can be staged");
    return {};
  }

  Result<void> finish_all() {
    UISGE_TRY(finish(steps_[(step_ + 1) % 2]));
    return finish(steps_[step_ % 2]);
  }

  // Waits until the step is over, and records the wins of the step.
  Result<void> finish(Step& step) {
    if (!std::exchange(step.is_running, false)) return {};
    const auto found = UISGE_TRY(launch_.wait(step.number % 2));
    for (std::size_t i = 0; i < table_.size(); ++i) {
      const std::uint32_t newly_won = found[i];
      if (newly_won == 0) continue;
      last_win_[i] = step.number;
      counts_.won += std::uint64_t{newly_won} * orbit_size_[i];
      plane_.mark_changed(layout_.tile_of(placement_id(i)));
    }
    const std::span<const std::uint32_t> of_start = found.subspan(table_.size());
    if (of_start[0] != 0) start_outcome_ = Outcome::kWin;
    if (of_start[1] != 0) start_outcome_ = Outcome::kLoss;
    return {};
  }

  // Adds the counts of the step's placements to `tally`. The card has counted the positions of placements that no
  // symmetry besides the identity maps onto themselves; the host counts the positions of all other placements.
  Result<void> count(const Step& step, PlaneCounts& tally) {
    const std::span<const std::uint32_t> counts = launch_.counts();
    std::vector<PlacementId> symmetric;
    for (std::size_t place = 0; place < step.sources.size(); ++place) {
      const PlacementId id = step.sources[place];
      if (orbit_size_[index(id)] == table_.board().symmetry_count()) {
        tally.add_counted(id, counts[2 * place], counts[2 * place + 1]);
      } else {
        symmetric.push_back(id);
      }
    }
    const std::size_t words = layout_.bytes_per_placement() / sizeof(std::uint64_t);
    std::vector<std::uint64_t> won(words);
    std::vector<std::uint64_t> lost(words);
    for (std::size_t first = 0; first < symmetric.size(); first += launch_.lost_room()) {
      const std::span part =
          std::span(symmetric).subspan(first, std::min(launch_.lost_room(), symmetric.size() - first));
      UISGE_TRY(find_lost(step.number, part));
      for (std::size_t place = 0; place < part.size(); ++place) {
        UISGE_TRY(plane_.read(part[place], won.data()));
        UISGE_TRY(launch_.read_lost(place, lost.data()));
        tally.add(part[place], won.data(), lost.data());
      }
    }
    return {};
  }

  // Computes the lost blocks of the placements. The lost blocks stay in the card's memory. REQUIRES: the tiles of the
  // placements and of their neighbours are on the card, and no step whose number has the same parity (even or odd) is
  // running.
  Result<void> find_lost(std::uint32_t number, std::span<const PlacementId> placements) {
    const CardWork work{.sources = placements, .slots = plane_.slots(), .number = number, .keeps_lost = true};
    UISGE_TRY(launch_.run(number % 2, work, plane_));
    UISGE_TRY(launch_.wait(number % 2));
    return {};
  }

  // Reads the won and lost blocks of placement number `first`, and of as many placements after it as the staging area
  // and the room for lost blocks allow.
  Result<void> fill_chunk(std::size_t first) {
    if (first >= chunk_begin_ && first < chunk_end_) return {};
    const std::uint64_t bytes = layout_.bytes_per_placement();
    Step& chunk = steps_[(step_ += 2) % 2];
    chunk.number = step_;
    chunk.sources.clear();
    const std::size_t end = std::min({table_.size(), first + order_.largest_group(), first + launch_.lost_room()});
    for (std::size_t i = first; i < end; ++i) chunk.sources.push_back(placement_id(i));
    // The tiles of a single placement always fit into the staging area, since the tiles of its whole group fit.
    for (find_tiles(chunk.sources); tiles_.size() > options_.split.staged_tiles; find_tiles(chunk.sources)) {
      chunk.sources.resize(chunk.sources.size() / 2);
    }
    UISGE_TRY(stage(chunk, nullptr));
    UISGE_TRY(find_lost(chunk.number, chunk.sources));
    chunk_begin_ = chunk_end_ = 0;
    chunk_.resize(chunk.sources.size() * 2 * bytes / sizeof(std::uint64_t));
    for (std::size_t place = 0; place < chunk.sources.size(); ++place) {
      std::uint64_t* const to = chunk_.data() + place * 2 * bytes / sizeof(std::uint64_t);
      UISGE_TRY(plane_.read(chunk.sources[place], to));
      std::uint64_t* const lost = to + bytes / sizeof(std::uint64_t);
      UISGE_TRY(launch_.read_lost(place, lost));
      clear_completed(lost);
    }
    chunk_begin_ = first;
    chunk_end_ = first + chunk.sources.size();
    return {};
  }

  // Clears the last row of every block, in which the opponent has only crowns.
  void clear_completed(std::uint64_t* lost) const {
    const auto row_bytes = static_cast<std::size_t>(row_stride_bits(table_.pieces()) / 8);
    auto* const bytes = reinterpret_cast<std::byte*>(lost);
    const auto last = static_cast<std::size_t>(row_count(table_.pieces()) - 1) * row_bytes;
    for (std::size_t at = last; at < layout_.bytes_per_placement(); at += block_bytes(table_.pieces())) {
      std::memset(bytes + at, 0, row_bytes);
    }
  }

  Card& card_;
  const PlacementTable& table_;
  CardOptions options_;
  std::optional<PlaneFile> file_;
  TileLayout layout_;
  CardPlane plane_;
  CardLaunch launch_;
  VisitOrder order_;
  std::optional<TileSchedule> schedule_;  // knows when each tile is needed next; none if all tiles stay on the card
  TouchedTiles touched_tiles_;
  std::vector<std::uint32_t> last_visit_;  // by group: the first step whose wins its last visit may have missed
  std::vector<std::uint32_t> last_win_;    // by placement: the last step in which positions became won
  std::vector<std::uint8_t> orbit_size_;
  std::array<Step, 2> steps_;
  std::uint32_t step_;  // at least 2, so that 0 ("never") is less than every step
  std::uint32_t sweep_ = 0;
  bool is_sparse_ = false;  // whether the last sweep won few positions
  bool everything_ = true;  // whether the next sweep visits all placements
  SweepCounts counts_;      // the counts of the current sweep
  std::vector<TileId> tiles_;
  std::vector<std::uint64_t> questions_;
  std::optional<Outcome> start_outcome_;
  bool is_start_told_ = false;

  std::mutex mutex_;  // guards the members below, and the card once the plane is complete
  std::optional<Error> failure_;
  std::vector<std::uint64_t> chunk_;
  std::size_t chunk_begin_ = 0;
  std::size_t chunk_end_ = 0;
  std::vector<std::vector<std::uint64_t>> copies_;  // one per thread
};

}  // namespace

Result<std::unique_ptr<CardEngine>> CardEngine::make(Card& card, const PlacementTable& table, const TileLayout& layout,
                                                     const CardOptions& options, std::optional<PlaneFile> file,
                                                     const Note& note) {
  auto launch = UISGE_TRY(CardLaunch::make(card, table, layout, options));
  auto plane = UISGE_TRY(CardPlane::make(card, layout, options.split));
  auto engine = std::make_unique<EngineOfCard>(card, table, layout, options, std::move(file), std::move(plane),
                                               std::move(launch));
  UISGE_TRY(engine->begin(note));
  return engine;
}

Result<Card> open_card(const std::string& driver) {
  if (card_kernels_ptx().empty()) {
    return card_error("card: this program was built without kernels for cards, because there was no clang");
  }
  return Card::open(driver);
}

}  // namespace uisge

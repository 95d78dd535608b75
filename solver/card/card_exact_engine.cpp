// This file is long because a stage's steps share their state, from the choice of placements to the results.
#include "solver/card/card_exact_engine.h"

#include <algorithm>
#include <array>

#include "core/piece_count.h"
#include "db/parallel.h"
#include "solver/blocks/plane_counts.h"
#include "solver/card/card_blocks.h"
#include "solver/card/positions_before.h"
#include "solver/card/stage_launch.h"
#include "solver/kernel/block_shape.h"
#include "solver/ratio.h"
#include "solver/solve_stopped.h"

namespace uisge {

namespace {

// Converts the number of a position's bit in its placement's blocks to the position's index in the placement.
std::uint32_t position_of_bit(int pieces, std::uint32_t bit) {
  return for_piece_count(pieces, [&]<int N>() {
    constexpr std::uint32_t kBits = 8 * block_bytes(N);
    return position_index(N, static_cast<ColouringRank>(bit / kBits), 0, 0) + index_of_bit<N>(bit % kBits);
  });
}

enum class SweepKind : std::uint8_t {
  kStage,        // makes lost blocks, and sets the wins that follow from them
  kWinStuck,     // sets the wins of stuck positions
  kCountBlocks,  // counts the positions
  kReadLosses    // reads the lost blocks of one placement
};

// A stage lists its new wins if the stage before had at most this number of them. The late stages of a course find
// fewer and fewer wins.
constexpr std::uint64_t kFewWins = 16 * std::uint64_t{kMostListedWins};

class ExactEngineOfCard final : public StageRunner {
 public:
  ExactEngineOfCard(const PlacementTable& table, const StageSplit& split, StuckRule stuck,
                    std::span<const PositionCell> noted, CardBlocks blocks, StageLaunch launch)
      : table_(table),
        split_(split),
        stuck_(stuck),
        noted_(noted),
        blocks_(std::move(blocks)),
        launch_(std::move(launch)),
        labels_(noted_.size(), kDrawCode),
        first_noted_(table.size() + 1, 0),
        last_win_(table.size(), 0),
        orbit_size_(table.orbit_sizes()),
        makes_lost_(table.size()),
        needs_won_(table.size()) {
    for (const PositionCell& cell : noted_) ++first_noted_[cell.placement + 1];
    for (std::size_t i = 0; i < table.size(); ++i) first_noted_[i + 1] += first_noted_[i];
  }

  Result<std::uint64_t> begin(Course course) override {
    course_ = course;
    stage_ = 0;
    sweep_ = 0;
    within_ = {};
    std::ranges::fill(labels_, kDrawCode);
    std::ranges::fill(last_win_, 0);
    UISGE_TRY(launch_.begin());
    UISGE_TRY(blocks_.begin(split_.directions.front()));
    UISGE_TRY(launch_.begin_list(false));
    StageCounts counts;
    if (course == Course::kFromStuck) {
      std::ranges::fill(makes_lost_, 0);
      std::ranges::fill(needs_won_, 1);
      UISGE_TRY(run_sweep(SweepKind::kWinStuck, {}, counts));
    }
    newly_won_ = table_.size() * std::uint64_t{positions_per_placement(table_.pieces())};
    return counts.won;
  }

  Result<StageCounts> run_stage(const StageCallbacks& callbacks) override {
    within_ = stage_plies(course_, ++stage_);
    StageCounts counts = within_;
    first_won_.reset();
    first_loser_.reset();
    choose(counts);
    const bool lists = std::exchange(newly_won_, 0) <= kFewWins;
    UISGE_TRY(launch_.begin_list(lists));
    UISGE_TRY(run_sweep(SweepKind::kStage, callbacks, counts));
    counts.example = first_won_;
    if (!first_won_ && first_loser_) counts.example = UISGE_TRY(first_loss(*first_loser_));
    wins_.reset();
    if (lists && newly_won_ <= kMostListedWins) UISGE_TRY(take_list());
    return counts;
  }

  std::span<const LabelCode> labels() const override { return labels_; }

  Result<LabelSummary> summary(const StageCallbacks& callbacks) override {
    tally_.emplace(table_);
    std::ranges::fill(makes_lost_, 0);
    std::ranges::fill(needs_won_, 1);
    StageCounts counts;
    UISGE_TRY(run_sweep(SweepKind::kCountBlocks, callbacks, counts));
    return tally_->summary();
  }

 private:
  // The placements of one step, and the noted positions of which the card says whether the step decides them
  // (`questions`). The card may still be computing this step.
  struct Step {
    std::vector<PlacementId> lost_to_make;
    std::vector<PlacementId> wins_to_set;
    std::vector<std::uint64_t> questions;
    std::vector<std::uint32_t> asked;  // by question: the index in noted_ of the position asked about
    std::size_t lost_questions = 0;
  };

  // Sets makes_lost_, since the lost blocks of these placements may have changed, and needs_won_.
  void choose(StageCounts& counts) {
    const bool all = stage_ == 1;
    std::ranges::fill(needs_won_, all ? 1 : 0);
    for (std::size_t i = 0; i < table_.size(); ++i) {
      const auto moves = table_.transitions(placement_id(i));
      const auto has_changed = [&](PlacementId id) { return last_win_[index(id)] + 1 == stage_; };
      const bool may_have_changed = all || (stuck_ == StuckRule::kPasses && has_changed(placement_id(i))) ||
                                    std::ranges::any_of(moves, has_changed, &Transition::target);
      makes_lost_[i] = may_have_changed ? 1 : 0;
      if (!may_have_changed) continue;
      ++counts.dense;
      needs_won_[i] = 1;
      for (const Transition& move : moves) needs_won_[index(move.target)] = 1;
    }
  }

  Result<void> run_sweep(SweepKind kind, const StageCallbacks& callbacks, StageCounts& counts) {
    const StageSteps& steps = split_.directions[sweep_++ % split_.directions.size()];
    BlockSlots& slots = blocks_.slots();
    slots.begin_stage(steps, makes_lost_, needs_won_);
    for (std::size_t step = 0; step < steps.steps(); ++step) {
      if (wants_stop(callbacks.cancel)) return solve_stopped();
      UISGE_TRY(blocks_.prepare(step));
      counts.window = std::max(counts.window, slots.kept());
      // In the step that makes a placement's lost blocks, the won blocks of the placement and its neighbours are on the
      // card. So this step can also count the placement's positions, or copy its lost positions to the host.
      if (kind == SweepKind::kCountBlocks) {
        UISGE_TRY(count(steps.made(step)));
      } else if (kind == SweepKind::kReadLosses) {
        UISGE_TRY(read_losses(steps.made(step)));
      } else {
        UISGE_TRY(begin_step(kind, steps, step));
      }
      if (step > 0) UISGE_TRY(finish(kind, step - 1, counts));
      if (callbacks.progress) callbacks.progress(ratio(step + 1, steps.steps()), counts);
    }
    return finish(kind, steps.steps() - 1, counts);
  }

  Result<void> begin_step(SweepKind kind, const StageSteps& steps, std::size_t number) {
    Step& step = steps_[number % 2];
    step = {};
    for (const PlacementId id : steps.made(number)) {
      if (makes_lost_[index(id)] != 0) step.lost_to_make.push_back(id);
    }
    for (const PlacementId id : steps.ready(number)) {
      if (needs_won_[index(id)] != 0) step.wins_to_set.push_back(id);
    }
    for (const PlacementId id : step.lost_to_make) ask(step, id);
    step.lost_questions = step.questions.size();
    for (const PlacementId id : step.wins_to_set) ask(step, id);
    StageWork work;
    work.stage = static_cast<std::uint16_t>(stage_);
    work.computes_all = stage_ == 1;
    work.wins_stuck = stuck_ == StuckRule::kWins &&
                      (kind == SweepKind::kWinStuck || (stage_ == 1 && course_ == Course::kFromNothing));
    work.lost_to_make = step.lost_to_make;
    work.wins_to_set = step.wins_to_set;
    work.notes = step.questions;
    work.lost_notes = step.lost_questions;
    return launch_.run(number % 2, work, blocks_);
  }

  // Asks the card about those noted positions of the placement that have no label yet.
  void ask(Step& step, PlacementId id) {
    for (std::uint32_t at = first_noted_[index(id)]; at < first_noted_[index(id) + 1]; ++at) {
      if (labels_[at] != kDrawCode) continue;
      step.questions.push_back(std::uint64_t{noted_[at].placement} << 32 |
                               bit_of_position(table_.pieces(), noted_[at].index));
      step.asked.push_back(at);
    }
  }

  Result<void> finish(SweepKind kind, std::size_t number, StageCounts& counts) {
    if (kind == SweepKind::kStage || kind == SweepKind::kWinStuck) {
      const Step& step = steps_[number % 2];
      const StageLaunch::Found found = UISGE_TRY(launch_.wait(number % 2));
      for (std::size_t i = 0; i < step.lost_to_make.size(); ++i) {
        const PlacementId id = step.lost_to_make[i];
        counts.lost += std::uint64_t{found.lost[i]} * orbit_size_[index(id)];
        if (found.lost[i] != 0 && (!first_loser_ || id < *first_loser_)) first_loser_ = id;
      }
      for (std::size_t i = 0; i < step.wins_to_set.size(); ++i) {
        if (found.won[i] != 0) take_wins(step.wins_to_set[i], found.won[i], kNoBit - found.first[i], counts);
      }
      for (std::size_t i = 0; i < step.asked.size(); ++i) {
        if (found.answers[i] == 0) continue;
        const bool is_loss = i < step.lost_questions;
        labels_[step.asked[i]] = encode_label(is_loss ? Label{Outcome::kLoss, within_.lost_within}
                                                      : Label{Outcome::kWin, within_.won_within});
      }
    }
    blocks_.slots().finish(number);
    return {};
  }

  void take_wins(PlacementId id, std::uint32_t won, std::uint32_t first_bit, StageCounts& counts) {
    counts.won += std::uint64_t{won} * orbit_size_[index(id)];
    newly_won_ += won;
    last_win_[index(id)] = stage_;
    blocks_.slots().mark_won(id);
    const PositionCell cell = cell_at(index(id), position_of_bit(table_.pieces(), first_bit));
    if (!first_won_ || cell < *first_won_) first_won_ = cell;
  }

  Result<void> take_list() {
    wins_.emplace();
    const auto wins = UISGE_TRY(launch_.read_list(newly_won_));
    for (const std::uint64_t win : wins) {
      const auto bit = static_cast<std::uint32_t>(win);
      wins_->push_back({static_cast<std::uint32_t>(win >> 32), position_of_bit(table_.pieces(), bit)});
    }
    return {};
  }

  // The first position of the placement among those that the stage found to be lost; nothing if the wins of the
  // previous stage were not listed. REQUIRES: the stage found a loss on the placement and set no wins, so the plane is
  // as before the stage.
  Result<std::optional<PositionCell>> first_loss(PlacementId id) {
    if (stage_ > 1 && !wins_) return std::optional<PositionCell>();
    std::ranges::fill(makes_lost_, 0);
    std::ranges::fill(needs_won_, 0);
    needs_won_[index(id)] = 1;
    for (const Transition& move : table_.transitions(id)) needs_won_[index(move.target)] = 1;
    StageCounts counts;
    UISGE_TRY(run_sweep(SweepKind::kReadLosses, {}, counts));
    const auto is_lost = [&](std::uint32_t at) {
      return is_live_index(table_.pieces(), at) && is_bit_set(losses_.data(), bit_of_position(table_.pieces(), at));
    };
    std::optional<PositionCell> first;
    const auto take = [&](std::uint32_t at) {
      if (is_lost(at) && (!first || at < first->index)) first = cell_at(index(id), at);
    };
    if (stage_ == 1) {
      for (std::uint32_t at = 0; at < positions_per_placement(table_.pieces()); ++at) take(at);
    } else {
      for (const std::uint32_t at : positions_before(table_, stuck_, id, *wins_)) take(at);
    }
    return first;
  }

  // Reads the lost blocks of *first_loser_, the first placement with new losses, if it is one of `placements`.
  Result<void> read_losses(std::span<const PlacementId> placements) {
    if (std::ranges::find(placements, *first_loser_) == placements.end()) return {};
    losses_.resize(blocks_.bytes_per_placement() / sizeof(std::uint64_t));
    std::vector<std::uint64_t> won(losses_.size());
    return launch_.read(*first_loser_, blocks_, won.data(), losses_.data());
  }

  // Counts the won and lost positions of the placements: on the card if only the identity maps a placement onto itself,
  // otherwise on the host.
  Result<void> count(std::span<const PlacementId> placements) {
    const auto counts = UISGE_TRY(launch_.count(placements, blocks_));
    std::vector<PlacementId> symmetric;
    for (std::size_t i = 0; i < placements.size(); ++i) {
      if (orbit_size_[index(placements[i])] == table_.board().symmetry_count()) {
        tally_->add_counted(placements[i], counts[2 * i], counts[2 * i + 1]);
      } else {
        symmetric.push_back(placements[i]);
      }
    }
    std::vector<std::uint64_t> won(blocks_.bytes_per_placement() / sizeof(std::uint64_t));
    std::vector<std::uint64_t> lost(won.size());
    for (const PlacementId id : symmetric) {
      UISGE_TRY(launch_.read(id, blocks_, won.data(), lost.data()));
      tally_->add(id, won.data(), lost.data());
    }
    return {};
  }

  const PlacementTable& table_;
  const StageSplit& split_;
  StuckRule stuck_;
  std::span<const PositionCell> noted_;
  CardBlocks blocks_;
  StageLaunch launch_;
  std::vector<LabelCode> labels_;
  std::vector<std::uint32_t> first_noted_;  // by placement: the index of its first position in noted_
  std::vector<std::uint32_t> last_win_;     // by placement: the last stage in which positions became won
  std::vector<std::uint8_t> orbit_size_;
  std::vector<std::uint8_t> makes_lost_;  // by placement: whether the stage makes its lost blocks
  std::vector<std::uint8_t> needs_won_;   // by placement: whether the stage needs its won blocks
  std::array<Step, 2> steps_;
  Course course_ = Course::kFromNothing;
  std::uint32_t stage_ = 0;
  std::size_t sweep_ = 0;
  StageCounts within_;  // of the current stage; only lost_within and won_within are set
  std::optional<PositionCell> first_won_;
  std::optional<PlacementId> first_loser_;         // the first placement with new losses
  std::uint64_t newly_won_ = 0;                    // counted in canonical placements only
  std::optional<std::vector<PositionCell>> wins_;  // the new wins of the last stage, if they are listed
  std::vector<std::uint64_t> losses_;              // the lost blocks of the placement *first_loser_
  std::optional<PlaneCounts> tally_;
};

}  // namespace

Result<std::unique_ptr<StageRunner>> make_card_exact_engine(Card& card, const PlacementTable& table,
                                                            const StageSplit& split, StuckRule stuck,
                                                            std::span<const PositionCell> noted,
                                                            std::string_view kernels) {
  const StageLaunchOptions launching{.stuck = stuck,
                                     .placements_at_once = split.placements_at_once,
                                     .questions_at_once = split.questions_at_once,
                                     .kernels = kernels};
  auto launch = UISGE_TRY(StageLaunch::make(card, table, launching));
  auto blocks = UISGE_TRY(CardBlocks::make(card, table.size(), table.pieces(), split.card_slots, split.host_slots));
  return std::make_unique<ExactEngineOfCard>(table, split, stuck, noted, std::move(blocks), std::move(launch));
}

}  // namespace uisge

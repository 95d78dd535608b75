// This file is long because it drives a whole solve of values: the sweeps, the strategy for the start, and the
// database.
#include "solver/solve_values/solve_values.h"

#include <fmt/format.h>

#include <filesystem>
#include <new>
#include <tuple>

#include "db/output_place.h"
#include "db/writer.h"
#include "solver/assemble/write_values_database.h"
#include "solver/resources.h"
#include "solver/save_clock.h"
#include "solver/solve_values/swept_plane.h"
#include "solver/stopwatch.h"
#include "solver/units.h"

namespace uisge {

namespace {

// The winning moves of a strategy are found in rounds, each with a list of positions
// (solver/strategy/winning_strategy.h). A list takes at most 1 / kMemoryPerList of the memory.
constexpr std::uint64_t kMemoryPerList = 8;
// The bytes of memory per listed position: its slot, and its share of the moves between listed positions
// (solver/strategy/strategy_list.h).
constexpr std::uint64_t kBytesPerListedPosition = 120;
constexpr std::uint64_t kMostListedPositions = 60'000'000;
// A round's list has at most 1 / kCellsPerListedPosition of the board's positions. A longer list would take more time
// than the sweeps.
constexpr std::uint64_t kCellsPerListedPosition = 128;

// Gives the engine's results to the writer of a database.
class DecidedSource final : public ValueSource {
 public:
  explicit DecidedSource(ValuesEngine& engine) : engine_(engine) {}
  Result<ValueBits> read(std::size_t worker, std::size_t placement) override {
    const auto blocks = UISGE_TRY(engine_.decided(worker, placement_id(placement)));
    return ValueBits{blocks.won, blocks.lost};
  }

 private:
  ValuesEngine& engine_;
};

class ValuesSolve {
 public:
  ValuesSolve(const ValuesRequest& request, const ValuesObserver& observer, const std::atomic<bool>& cancel)
      : request_(request), observer_(observer), cancel_(cancel) {}

  Result<ValuesResult> run() try {
    const Stopwatch watch;
    UISGE_TRY(plan());
    UISGE_TRY(decide());
    UISGE_TRY(finish());
    result_.seconds = watch.seconds();
    return result_;
  } catch (const std::bad_alloc&) {
    return give_up_without_memory();
  }

 private:
  Result<void> plan() {
    const DatabaseIdentity& identity = request_.identity;
    observer_.progress(progress_);
    if (!request_.output.empty()) {
      place_ = UISGE_TRY(OutputPlace::claim(request_.output, kDatabaseFile));
      if (place_->is_at(request_.plane)) {
        return usage_error(
            fmt::format("{}: the database is written there, so the plane needs another name", request_.plane),
            {{Remedy::kOtherPlane}});
      }
    }
    table_.emplace(PlacementTable::build(identity.board, identity.pieces, identity.rules.diagonal_jumps));
    UISGE_TRY(require_placements(identity, table_->size()));
    start_ = start_cell(table_->board(), table_->pieces(), table_->all_occupied_bb());
    if (request_.wants_strategy) {
      UISGE_TRY(require_game_at_start());
      list_positions_ = positions_in_list();
    }
    UISGE_TRY(make_plane(request_, plane_file_path(default_values_name(identity))));
    result_.plan = swept_->plan();
    result_.card = swept_->card();
    note_lack_of_disk();
    return {};
  }

  // The database is written after the sweeps, beside the plane. The plan only estimates its size, and without room for
  // it the plane is kept. So the solve is not refused.
  void note_lack_of_disk() const {
    if (request_.output.empty()) return;
    const std::uint64_t free = free_disk(request_.output) + place_->unfinished_bytes();
    if (result_.plan.file_bytes <= free) return;
    observer_.note(fmt::format("{}: may take {} of disk in the end, {} are free now", request_.output,
                               format_size(result_.plan.file_bytes), format_size(free)));
  }

  Result<void> make_plane(const ValuesRequest& request, const std::string& spill) {
    const auto report = [this](double share) {
      progress_.phase = ValuesPhase::kPlan;
      progress_.share = share;
      observer_.progress(progress_);
    };
    const auto make = [&] {
      swept_.emplace(request, *table_, observer_.note, spill);
      return swept_->make(start_, list_positions_ * kBytesPerListedPosition, report);
    };
    auto made = make();
    if (made || made.error().kind != ErrorKind::kResource || list_positions_ == 0) return made;
    list_positions_ = 0;  // the lists of rounds get no reserved memory, and are as short as possible
    return make();
  }

  Result<void> decide() {
    const Stopwatch watch;
    if (auto done = sweep_until_settled(); !done) return give_up(done.error());
    UISGE_TRY(check_wins());
    if (request_.wants_strategy) UISGE_TRY(find_start_strategy());
    result_.solve_seconds = watch.seconds();
    result_.sweeps = progress_.sweep;
    return {};
  }

  Result<void> finish() {
    PlaneStore* const store = swept_->store();
    if (rounds_) {
      count_traffic();
      if (store != nullptr) UISGE_TRY(store->remove_file());
      observer_.note(fmt::format("what is won is kept in {}", kept_));
      return {};
    }
    // It takes long to write the database of a large board, and meanwhile the plane is only read. The plane is saved
    // first, so no sweep is lost if the writing is interrupted.
    if (store != nullptr) {
      if (auto done = store->save(); !done) return give_up(done.error());
    }
    if (auto done = write_database(); !done) return give_up(done.error());
    count_traffic();
    if (store != nullptr && !keeps_plane()) return store->remove_file();
    const bool notes_plane = request_.plane.empty() || !result_.has_counts;
    if (store != nullptr && (notes_plane || !store->has_its_name())) observer_.note(what_is_kept(*store));
    return {};
  }

  // Whether the plane's file stays after the solve.
  bool keeps_plane() const {
    if (!request_.plane.empty()) return true;
    // A solve without output may go on with the checkpoint of a solve that writes a database. That solve still needs
    // the file.
    const bool was_there = request_.output.empty() && swept_->goes_on();
    return !result_.has_counts || was_there;
  }

  void count_traffic() {
    result_.bytes_read += swept_->bytes_read();
    result_.bytes_written += swept_->bytes_written();
  }

  SweepCallbacks callbacks(ValuesPhase phase) {
    SweepCallbacks callbacks;
    callbacks.cancel = &cancel_;
    callbacks.progress = [this, phase](double share, const SweepCounts& counts) {
      progress_.phase = phase;
      progress_.share = share;
      progress_.sweep_won = counts.won;
      report();
    };
    callbacks.start_decided = [this](Outcome outcome) { tell_start(outcome); };
    callbacks.between_steps = [this]() -> Result<void> {
      if (swept_->store() == nullptr || rounds_ || !save_clock_.is_due()) return {};
      return save();
    };
    return callbacks;
  }

  // REQUIRES: there is a plane file.
  Result<void> save() {
    const Stopwatch watch;
    auto done = swept_->store()->save();
    save_clock_.saved(watch);
    return done;
  }

  void report() {
    progress_.sweep_seconds = sweep_start_.seconds();
    progress_.bytes_read = swept_->bytes_read();
    progress_.bytes_written = swept_->bytes_written();
    observer_.progress(progress_);
  }

  void tell_start(Outcome outcome) {
    if (std::exchange(result_.start, outcome) != outcome) observer_.start(outcome);
  }

  void begin_sweep() {
    ++progress_.sweep;
    progress_.cells = result_.plan.cells;
    progress_.share = 0;
    progress_.last_won = std::exchange(progress_.sweep_won, 0);
    sweep_start_ = Stopwatch();
  }

  // Sweeps over the placements that may change, until nothing changes. Then a sweep over all placements checks that
  // nothing changes. If start_only or wants_strategy is set, the sweeps end when the start is decided. But if the plane
  // then has unsupported wins, the sweeps go on: if a tile was damaged, later sweeps restore the losses on which these
  // wins rest.
  Result<void> sweep_until_settled() {
    bool may_end_early = request_.start_only || request_.wants_strategy;
    for (;;) {
      begin_sweep();
      const auto counts = UISGE_TRY(swept_->engine().run_sweep(callbacks(ValuesPhase::kSweeps)));
      progress_.won += counts.won;
      if (may_end_early && result_.start) {
        if (swept_->store() != nullptr) UISGE_TRY(save());  // the check may take as long as eight sweeps
        const auto unsupported = UISGE_TRY(swept_->unsupported_wins(callbacks(ValuesPhase::kLastSweep)));
        if (unsupported == 0) {
          result_.has_counts = false;
          note_start(*result_.start);
          return {};
        }
        may_end_early = false;
      }
      if (!counts.is_fixpoint) continue;
      const auto is_fixpoint = UISGE_TRY(last_sweep());
      if (is_fixpoint) return {};
    }
  }

  // Finds a strategy that wins from the start, for the side that wins there. REQUIRES: the start's value is known, and
  // the engine's plane has the wins from which this value follows.
  Result<void> find_start_strategy() {
    if (result_.start == Outcome::kDraw) {
      return without_strategy("solve: the start is drawn, so neither side has a strategy that wins");
    }
    PartialStrategy begun{{}, winners_turns()};
    if (begun.open.empty()) {
      return without_strategy("solve: every move at the start ends the game, so there is no strategy to find");
    }
    StrategyObserver observer;
    observer.sweep = callbacks(ValuesPhase::kSweeps);
    observer.listing = [this](std::uint32_t, std::size_t) {
      progress_.phase = ValuesPhase::kList;
      observer_.progress(progress_);
    };
    observer.sweeping = [this] { begin_sweep(); };
    observer.round = [this](const StrategyRound& round, const StrategyList&, const PartialStrategy& strategy) {
      return observer_.strategy(*table_, round, strategy);
    };
    observer.anew = [this](ValuesEngine& engine) { return engine_for_round(engine); };
    const StrategyLimits limits{list_positions_, request_.threads, true};
    const auto found =
        find_strategy(*table_, request_.identity.rules, swept_->engine(), std::move(begun), limits, observer);
    if (found) return {};
    return rounds_ || swept_->store() != nullptr ? give_up(found.error()) : tl::unexpected(found.error());
  }

  // The start's value is known, but there is nothing to find. The plane is kept or removed as after any other solve.
  Result<void> without_strategy(std::string why) {
    if (PlaneStore* const store = swept_->store(); store != nullptr) {
      if (auto saved = store->save(); !saved) return give_up(saved.error());
      if (!keeps_plane()) {
        UISGE_TRY(store->remove_file());
      } else {
        why += "; " + what_is_kept(*store);
      }
    }
    return usage_error(std::move(why));
  }

  // Each round of find_strategy() lists positions, and then solves the board anew from a plane without wins. But if the
  // solve's plane is in a file, the file must keep its wins. In this case the rounds sweep a second plane, which is
  // made after the first round has listed its positions.
  Result<ValuesEngine*> engine_for_round(ValuesEngine& engine) {
    PlaneStore* const store = swept_->store();
    if (store == nullptr || rounds_) return without_wins(engine);
    UISGE_TRY(store->save());
    count_traffic();
    kept_ = store->path();
    rounds_ = request_;
    rounds_->plane.clear();
    rounds_->restart = true;
    swept_.reset();
    UISGE_TRY(make_plane(*rounds_, kept_ + ".rounds"));
    return &swept_->engine();
  }

  // REQUIRES: the board has a start.
  Position position_at_start() const {
    return position_at(table_->board(), Colourings(table_->pieces()),
                       table_->occupied_bb(placement_id(start_->placement)), start_->index);
  }

  // Refuses a start at which the game is over, before any work is done.
  Result<void> require_game_at_start() const {
    const auto outcome = outcome_if_over(table_->board(), request_.identity.rules, position_at_start());
    if (!outcome) return {};
    const char* const result = *outcome == Outcome::kWin    ? "White has won"
                               : *outcome == Outcome::kLoss ? "Black has won"
                                                            : "it is drawn";
    return usage_error(
        fmt::format("solve: the game is over at the start ({}), so there is no strategy to find", result));
  }

  // The first positions in which the winner is to move: the start if the player who begins wins, otherwise the
  // positions after the start's moves.
  std::vector<OpenPosition> winners_turns() const {
    if (result_.start == Outcome::kWin) return {{*start_}};
    const Board& board = table_->board();
    const Colourings colourings(table_->pieces());
    const RuleSet rules = request_.identity.rules;
    const Position start = position_at_start();
    std::vector<OpenPosition> turns;
    for (const Move move : playable_moves(board, rules, start)) {
      const Position next = play(board, start, move);
      if (game_end(board, rules, next) != GameEnd::kNotOver) continue;
      if (const auto cell = find_cell(board, table_->all_occupied_bb(), colourings, next)) turns.push_back({*cell});
    }
    return turns;
  }

  // The strategy is found in rounds (solver/strategy/winning_strategy.h). Returns the greatest number of positions in
  // the list of a round: as many as fit in a share of the memory, but no more than are of use.
  std::size_t positions_in_list() const {
    const std::uint64_t share = MemoryLimit{available_memory(), request_.memory_bytes}.bytes() / kMemoryPerList;
    const std::uint64_t cells = table_->size() * std::uint64_t{positions_per_placement(table_->pieces())};
    const std::uint64_t of_use = std::min(kMostListedPositions, cells / kCellsPerListedPosition);
    return std::clamp<std::uint64_t>(share / kBytesPerListedPosition, 1, std::max<std::uint64_t>(1, of_use));
  }

  Result<bool> last_sweep() {
    begin_sweep();
    const auto counts = UISGE_TRY(swept_->engine().run_full_sweep(callbacks(ValuesPhase::kLastSweep), result_.summary));
    progress_.won += counts.won;
    if (!counts.is_fixpoint) return false;
    if (start_) note_start(result_.start.value_or(Outcome::kDraw));
    return true;
  }

  // A solve that ended early has been checked before it ended.
  Result<void> check_wins() {
    if (!result_.has_counts) return {};
    const auto count = swept_->unsupported_wins(callbacks(ValuesPhase::kLastSweep));
    if (!count) return give_up(count.error());
    if (*count == 0) return {};
    return bad_file(fmt::format("{}: {} positions in it are said to be won, and none of their moves wins",
                                swept_->store()->path(), format_count(*count)),
                    {{Remedy::kRestart}});
  }

  void note_start(Outcome outcome) {
    tell_start(outcome);
    result_.summary.start = start_;
    result_.summary.start_code = encode_label(without_distance(Label{outcome, 0}));
  }

  Result<void> write_database() {
    if (request_.output.empty()) return {};
    DecidedSource source(swept_->engine());
    progress_.phase = ValuesPhase::kAssemble;
    sweep_start_ = Stopwatch();
    const auto report_share = [this](double share) {
      progress_.share = share;
      report();
    };
    report_share(0);
    const auto written = UISGE_TRY(write_values_database(*table_, request_.identity.rules, source, result_.summary,
                                                         *place_, request_.threads, report_share, cancel_));
    result_.bytes = written.bytes;
    return {};
  }

  // Saves the wins found so far, and says in the error's message that they are saved.
  tl::unexpected<Error> give_up(Error error) {
    PlaneStore* const store = swept_ ? swept_->store() : nullptr;
    if (rounds_) {
      // A file that cannot be removed is overwritten by the next run.
      if (store != nullptr) std::ignore = store->remove_file();
      // If the error advises a restart, the plane file has false wins, and the same command would fail again.
      if (advises(error, Remedy::kRestart)) return error_in(kept_, error);
      error.message += kept_in(kept_) + ", and the rounds begin anew";
      return tl::unexpected(error);
    }
    if (store == nullptr) {
      if (error.kind == ErrorKind::kInterrupted) error.message = "solve: stopped; without a file nothing is kept";
      std::error_code ignored;
      // The plane file may exist although no engine has been made yet.
      if (swept_ && std::filesystem::exists(swept_->path(), ignored)) error.message += kept_in(swept_->path());
      return tl::unexpected(error);
    }
    const auto saved = store->save();
    if (!saved && error.kind == ErrorKind::kInterrupted) error = saved.error();
    if (!store->has_its_name()) {
      error.message += "; " + what_is_kept(*store);
    } else if (!saved) {
      error.message += fmt::format("; what was saved before is kept in {}", store->path());
    } else if (!advises(error, Remedy::kRestart)) {
      error.message += kept_in(store->path());
    }
    return tl::unexpected(error);
  }
  static std::string what_is_kept(const PlaneStore& store) {
    if (!store.has_its_name()) return fmt::format("{} is not there any more, nothing is kept", store.path());
    return fmt::format("what is won is kept in {}", store.path());
  }
  std::string kept_in(const std::string& path) const {
    if (!request_.restart) return fmt::format("; what is won is kept in {}, the same command goes on", path);
    // Without a restart, a database from an earlier solve would be the answer.
    const bool was_solved = !request_.plane.empty() && place_ && place_->is_taken();
    return fmt::format("; what is won is kept in {}, the same command without a restart goes on{}", path,
                       was_solved ? fmt::format(" once {} is removed", request_.output) : "");
  }

  // A save takes memory too, so the engine's memory is freed first.
  tl::unexpected<Error> give_up_without_memory() try {
    if (swept_) swept_->free_engine();
    return give_up(out_of_memory().value());
  } catch (const std::bad_alloc&) {
    return out_of_memory();
  }

  const ValuesRequest& request_;
  const ValuesObserver& observer_;
  const std::atomic<bool>& cancel_;
  std::optional<OutputPlace> place_;  // where the database is written, if one is wanted
  std::optional<PlacementTable> table_;
  std::optional<PositionCell> start_;
  std::optional<SweptPlane> swept_;
  std::size_t list_positions_ = 0;       // the most positions in the list of a round (winning_strategy.h)
  std::optional<ValuesRequest> rounds_;  // the request for the strategy's second plane; see engine_for_round()
  std::string kept_;                     // the path of the file with the first plane, if there is a second
  ValuesProgress progress_;
  ValuesResult result_;
  Stopwatch sweep_start_;
  SaveClock save_clock_{request_.save_seconds, 4};  // saves take at most about a fifth of the time
};

}  // namespace

Result<ValuesResult> solve_values(const ValuesRequest& request, const ValuesObserver& observer,
                                  const std::atomic<bool>& cancel) {
  return ValuesSolve(request, observer, cancel).run();
}

}  // namespace uisge

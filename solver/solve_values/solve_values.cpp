// Long because it has all stages of a solve of values, for either engine.
#include "solver/solve_values/solve_values.h"

#include <fmt/format.h>

#include <cassert>
#include <memory>
#include <new>

#include "db/output_place.h"
#include "db/same_place.h"
#include "db/writer.h"
#include "solver/assemble/write_values_database.h"
#include "solver/card/card_engine.h"
#include "solver/resources.h"
#include "solver/stopwatch.h"
#include "solver/strategy/strategy_list.h"
#include "solver/units.h"
#include "solver/values/paged_plane.h"
#include "solver/values/unsupported_wins.h"

namespace uisge {

namespace {

// The time between two saves is at least this multiple of the time that a save takes.
constexpr double kSaveShare = 4;
// For boards with fewer positions, processors finish before a card has compiled its kernels.
constexpr std::uint64_t kCellsThatPay = 1'000'000'000;
// The bytes of memory per listed position: its slot in the table, and the ways that lead from it.
constexpr std::uint64_t kBytesPerListedPosition = 120;
constexpr std::uint64_t kMostListedPositions = 60'000'000;
// A longer list would take more time than the sweeps.
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
    UISGE_TRY(prepare());
    const Stopwatch solve_watch;
    if (auto done = sweep_until_settled(); !done) return give_up(done.error());
    UISGE_TRY(check_wins());
    if (request_.wants_strategy) UISGE_TRY(find_start_strategy());
    result_.solve_seconds = solve_watch.seconds();
    result_.sweeps = progress_.sweep;
    // The next stages only read the plane, and take long on a large board. After this save, no sweep is lost if they
    // are interrupted.
    if (store_ != nullptr) {
      if (auto done = store_->save(); !done) return give_up(done.error());
    }
    if (auto done = write_database(); !done) return give_up(done.error());
    count_traffic();
    result_.bytes_read = progress_.bytes_read;
    result_.bytes_written = progress_.bytes_written;
    if (store_ != nullptr && !result_.has_counts) {
      observer_.note(fmt::format("what is won is kept in {}", store_->path()));
    } else if (store_ != nullptr && request_.plane.empty()) {
      UISGE_TRY(store_->remove_file());
    }
    result_.seconds = watch.seconds();
    return result_;
  } catch (const std::bad_alloc&) {
    return give_up_without_memory();
  }

 private:
  Result<void> prepare() {
    const DatabaseIdentity& identity = request_.identity;
    observer_.progress(progress_);
    if (!request_.output.empty()) {
      auto place = UISGE_TRY(OutputPlace::claim(request_.output, kDatabaseFile));
      place_.emplace(std::move(place));
      if (is_same_place(request_.plane, request_.output) || is_same_place(request_.plane, place_->part_path())) {
        return usage_error(
            fmt::format("{}: the database is written there, so the plane needs another name", request_.plane),
            {{Remedy::kOtherPlane}});
      }
    }
    table_.emplace(PlacementTable::build(identity.board, identity.pieces, identity.rules.diagonal_jumps));
    if (table_->size() == 0) {
      return usage_error(
          fmt::format("board: {} pieces do not fit on {}", 2 * identity.pieces, to_string(identity.board)));
    }
    start_ = start_cell(table_->board(), table_->pieces(), table_->all_occupied_bb());
    const TileLayout layout(table_->size(), identity.pieces, request_.tile_bytes);
    const MemoryLimit memory{available_memory(), request_.memory_bytes};
    UISGE_TRY(choose_card(layout, memory));
    if (card_) {
      auto file = UISGE_TRY(open_file_for_card(layout));
      auto done = make_card_engine(layout, std::move(file));
      if (done || request_.card == CardChoice::kAlways) return done;
      observer_.note(fmt::format("{}; it is solved without the card", done.error().message));
      card_.reset();
      result_.card.reset();
    }
    const auto plan = UISGE_TRY(plan_values(identity, *table_, layout, request_.threads, memory, plan_report()));
    result_.plan = plan;
    UISGE_TRY(make_plane(layout));
    ValuesOptions options = engine_options(plan, request_.instructions);
    options.start = start_;
    engine_ = ValuesEngine::create(*table_, *plane_, options);
    return {};
  }

  ShareReport plan_report() {
    return [this](double share) {
      progress_.phase = ValuesPhase::kPlan;
      progress_.share = share;
      observer_.progress(progress_);
    };
  }

  // Leaves card_ empty if no card is wanted. With CardChoice::kIfItPays it also leaves it empty if there is no card or
  // if a card would not be faster.
  Result<void> choose_card(const TileLayout& layout, const MemoryLimit& memory) {
    if (request_.card == CardChoice::kNever) return {};
    result_.plan = undivided_plan(request_.identity, *table_, layout, request_.threads);
    auto card = fitting_card(layout, memory);
    if (card) {
      card_.emplace(std::move(*card));
    } else if (request_.card == CardChoice::kAlways) {
      return tl::unexpected(card.error());
    }
    return {};
  }

  Result<Card> fitting_card(const TileLayout& layout, const MemoryLimit& memory) {
    if (request_.card == CardChoice::kIfItPays && result_.plan.cells < kCellsThatPay) return usage_error("too few");
    auto card = UISGE_TRY(open_card(request_.card_driver));
    const std::uint64_t table_bytes = result_.plan.table_bytes;
    const std::uint64_t list_bytes =
        request_.wants_strategy ? std::min(memory.bytes() / 8, kMostListedPositions * kBytesPerListedPosition) : 0;
    const CardRoom room{std::min(card.info().free_bytes, request_.card_memory_bytes.value_or(UINT64_MAX)),
                        memory.bytes() - std::min(memory.bytes(), table_bytes + list_bytes)};
    const auto split = UISGE_TRY(split_plane(*table_, layout, room, plan_report()));
    result_.card = CardUse{card.info(), split};
    return card;
  }

  // Opens the plane file that the user named, or the plane file beside the output, if a solve without a card has left
  // one.
  Result<std::optional<PlaneFile>> open_file_for_card(const TileLayout& layout) {
    std::string path = request_.plane;
    if (path.empty() && !request_.output.empty()) path = plane_file_path(request_.output);
    if (path.empty() || (request_.plane.empty() && !PlaneFile::is_plane(path))) return std::optional<PlaneFile>();
    auto file = UISGE_TRY(open_file(path, layout));
    return std::optional(std::move(file));
  }

  Result<PlaneFile> open_file(const std::string& path, const TileLayout& layout) {
    auto file = PlaneFile::open(path, request_.identity, layout, request_.restart);
    if (file && file->has_new_header()) {
      observer_.note(fmt::format("{}: its header was damaged and is written anew", path));
    }
    goes_on_ = file && !file->is_new();
    if (goes_on_) observer_.note(fmt::format("{}: going on with what it holds", path));
    return file;
  }

  Result<void> make_card_engine(const TileLayout& layout, std::optional<PlaneFile> file) {
    CardOptions options;
    options.stuck = request_.identity.rules.stuck;
    options.split = result_.card->split;
    options.threads = request_.threads;
    options.start = start_;
    const bool is_stored = file.has_value();
    auto engine = UISGE_TRY(CardEngine::make(*card_, *table_, layout, options, std::move(file), observer_.note));
    card_engine_ = engine.get();
    if (is_stored) store_ = card_engine_;
    engine_ = std::move(engine);
    return {};
  }

  // Makes the plane in memory, with a file as the checkpoint or for the tiles that do not fit.
  Result<void> make_plane(const TileLayout& layout) {
    const ValuesPlan& plan = result_.plan;
    std::string path = request_.plane;
    if (path.empty() && !request_.output.empty()) path = plane_file_path(request_.output);
    if (path.empty() && !plan.is_in_memory()) path = plane_file_path(default_values_name(request_.identity));
    if (path.empty()) {
      plane_ = std::make_unique<MemoryPlane>(layout, request_.identity.pieces);
      return {};
    }
    auto file = UISGE_TRY(open_file(path, layout));
    if (!plan.is_in_memory()) {
      observer_.note(fmt::format("{} of the plane's {} are held in memory, the rest is in {}",
                                 format_size(plan.held_bytes), format_size(plan.plane_bytes), path));
    }
    auto plane = std::make_unique<PagedPlane>(std::move(file), layout, request_.identity.pieces, plan.tiles_held,
                                              observer_.note);
    store_ = plane.get();
    plane_ = std::move(plane);
    return {};
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
      if (store_ == nullptr || last_save_.seconds() < save_after_) return {};
      const Stopwatch watch;
      auto done = store_->save();
      last_save_ = Stopwatch();
      if (request_.save_seconds > 0) save_after_ = std::max(request_.save_seconds, kSaveShare * watch.seconds());
      return done;
    };
    return callbacks;
  }

  void report() {
    progress_.sweep_seconds = sweep_start_.seconds();
    count_traffic();
    observer_.progress(progress_);
  }

  void count_traffic() {
    const PlaneStore* const moved = card_engine_ != nullptr ? card_engine_ : store_;
    if (moved == nullptr) return;
    progress_.bytes_read = moved->bytes_read();
    progress_.bytes_written = moved->bytes_written();
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

  // Sweeps over placements that may change until nothing changes. Then a sweep over everything must change nothing.
  // With start_only it ends when the start is decided.
  Result<void> sweep_until_settled() {
    for (;;) {
      begin_sweep();
      const auto counts = UISGE_TRY(engine_->run_sweep(callbacks(ValuesPhase::kSweeps)));
      progress_.won += counts.won;
      if ((request_.start_only || request_.wants_strategy) && result_.start) {
        result_.has_counts = false;
        note_start(*result_.start);
        return {};
      }
      if (!counts.is_fixpoint) continue;
      const auto is_fixpoint = UISGE_TRY(last_sweep());
      if (is_fixpoint) return {};
    }
  }

  // Finds how the start is won. REQUIRES: its value is known, and the engine's plane says which moves win.
  Result<void> find_start_strategy() {
    PartialStrategy begun{{}, winners_turns()};
    if (result_.start == Outcome::kDraw || begun.open.empty()) {
      return usage_error("solve: the start is drawn, so neither side has a strategy that wins");
    }
    StrategyObserver observer;
    observer.sweep = callbacks(ValuesPhase::kSweeps);
    observer.listing = [this](std::uint32_t, std::size_t) {
      progress_.phase = ValuesPhase::kList;
      observer_.progress(progress_);
    };
    observer.listed = [this](const StrategyList&) { begin_sweep(); };
    observer.swept = [this](std::uint32_t, const SweepCounts&, std::size_t) { begin_sweep(); };
    observer.round = [this](const StrategyRound& round, const StrategyList&, const PartialStrategy& strategy) {
      return observer_.strategy(*table_, round, strategy);
    };
    const StrategyLimits limits{list_positions(), request_.threads, true};
    UISGE_TRY(find_strategy(*table_, request_.identity.rules, *engine_, std::move(begun), limits, observer));
    return {};
  }

  // The first positions with the winner to move: the start, or the positions after its moves.
  std::vector<OpenPosition> winners_turns() const {
    if (result_.start == Outcome::kWin) return {{*start_}};
    const Board& board = table_->board();
    const Colourings colourings(table_->pieces());
    const RuleSet rules = request_.identity.rules;
    const Position start =
        position_at(board, colourings, table_->occupied_bb(placement_id(start_->placement)), start_->index);
    std::vector<OpenPosition> turns;
    for (const Move move : playable_moves(board, rules, start)) {
      const Position next = play(board, start, move);
      if (game_end(board, rules, next) != GameEnd::kNotOver) continue;
      if (const auto cell = find_cell(board, table_->all_occupied_bb(), colourings, next)) turns.push_back({*cell});
    }
    return turns;
  }

  // The most positions in a round's list: a share of the free memory, and no more than is useful.
  std::size_t list_positions() const {
    const MemoryLimit memory{available_memory(), request_.memory_bytes};
    const std::uint64_t taken = card_engine_ != nullptr ? 0 : result_.plan.plane_bytes + result_.plan.table_bytes;
    const std::uint64_t left = (memory.bytes() - std::min(memory.bytes(), taken)) / 2;
    const std::uint64_t of_use = std::min(kMostListedPositions, result_.plan.cells / kCellsPerListedPosition);
    return std::clamp<std::uint64_t>(left / kBytesPerListedPosition, 1, std::max<std::uint64_t>(1, of_use));
  }

  Result<bool> last_sweep() {
    begin_sweep();
    const auto counts = UISGE_TRY(engine_->run_full_sweep(callbacks(ValuesPhase::kLastSweep), result_.summary));
    progress_.won += counts.won;
    if (!counts.is_fixpoint) return false;
    if (start_) note_start(result_.start.value_or(Outcome::kDraw));
    return true;
  }

  // Checks the wins that a plane file brought along. A solve on a card skips this check.
  Result<void> check_wins() {
    if (!goes_on_ || !plane_ || !result_.has_counts) return {};
    auto options = engine_options(result_.plan, request_.instructions);
    options.stuck = request_.identity.rules.stuck;
    const auto count = unsupported_wins(*table_, *plane_, options, callbacks(ValuesPhase::kLastSweep));
    if (!count) return give_up(count.error());
    if (*count == 0) return {};
    return bad_file(fmt::format("{}: {} positions in it are said to be won, and none of their moves wins",
                                store_->path(), format_count(*count)),
                    {{Remedy::kRestart}});
  }

  void note_start(Outcome outcome) {
    tell_start(outcome);
    result_.summary.start = start_;
    result_.summary.start_code = encode_label(without_distance(Label{outcome, 0}));
  }

  Result<void> write_database() {
    if (request_.output.empty()) return {};
    DecidedSource source(*engine_);
    progress_.phase = ValuesPhase::kAssemble;
    sweep_start_ = Stopwatch();
    const auto report_share = [this](double share) {
      progress_.share = share;
      report();
    };
    report_share(0);
    const auto written = UISGE_TRY(write_values_database(*table_, request_.identity.rules, source, *place_,
                                                         request_.threads, report_share, cancel_));
    assert(written.summary.raw == result_.summary.raw && written.summary.canonical == result_.summary.canonical);
    result_.bytes = written.bytes;
    return {};
  }

  // Saves the wins so far and says so in the message.
  tl::unexpected<Error> give_up(Error error) {
    if (store_ == nullptr) {
      if (error.kind == ErrorKind::kInterrupted) error.message = "solve: stopped; without a file nothing is kept";
      return tl::unexpected(error);
    }
    if (auto done = store_->save(); !done) {
      if (error.kind == ErrorKind::kInterrupted) error = done.error();
      error.message += fmt::format("; what was saved before is kept in {}", store_->path());
    } else {
      error.message += fmt::format("; what is won is kept in {}, the same command goes on", store_->path());
    }
    return tl::unexpected(error);
  }

  // Saving takes memory too, so the engine frees its own first.
  tl::unexpected<Error> give_up_without_memory() try {
    if (card_engine_ == nullptr) engine_.reset();
    return give_up(out_of_memory().value());
  } catch (const std::bad_alloc&) {
    return out_of_memory();
  }

  const ValuesRequest& request_;
  const ValuesObserver& observer_;
  const std::atomic<bool>& cancel_;
  std::optional<OutputPlace> place_;  // of the database, if there is one
  std::optional<PlacementTable> table_;
  std::optional<PositionCell> start_;
  std::unique_ptr<WonPlane> plane_;
  std::optional<Card> card_;
  std::unique_ptr<ValuesEngine> engine_;
  CardEngine* card_engine_ = nullptr;  // engine_, if it is on the card
  bool goes_on_ = false;               // continues from a plane file
  PlaneStore* store_ = nullptr;        // plane_ or engine_, if it has a file
  ValuesProgress progress_;
  ValuesResult result_;
  Stopwatch sweep_start_;
  Stopwatch last_save_;
  double save_after_ = request_.save_seconds;
};

}  // namespace

Result<ValuesResult> solve_values(const ValuesRequest& request, const ValuesObserver& observer,
                                  const std::atomic<bool>& cancel) {
  return ValuesSolve(request, observer, cancel).run();
}

std::string plane_file_path(const std::string& output) {
  return output + ".plane";
}

}  // namespace uisge

#include "solver/values/solve_values.h"

#include <fmt/format.h>

#include <cassert>
#include <chrono>
#include <memory>
#include <new>

#include "db/output_place.h"
#include "db/writer.h"
#include "solver/resources.h"
#include "solver/solve/plane_counts.h"
#include "solver/solve/write_values_database.h"
#include "solver/units.h"
#include "solver/values/file_plane.h"

namespace uisge {

namespace {

using Clock = std::chrono::steady_clock;

// How often the plane is written while it is solved: what a power cut costs at most, besides the time of a save.
constexpr double kSaveSeconds = 300;

double since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// What the engine has decided, as the writer of a database asks for it.
class DecidedSource final : public ValueSource {
 public:
  explicit DecidedSource(ValuesEngine& engine) : engine_(engine) {}
  Result<ValueBits> read(int worker, std::uint32_t placement) override {
    const auto blocks = engine_.decided(worker, static_cast<PlacementId>(placement));
    if (!blocks) return tl::unexpected(blocks.error());
    return ValueBits{blocks->won, blocks->lost};
  }

 private:
  ValuesEngine& engine_;
};

class ValuesSolve {
 public:
  ValuesSolve(const ValuesRequest& request, const ValuesObserver& observer, const std::atomic<bool>& cancel)
      : request_(request), observer_(observer), cancel_(cancel) {}

  Result<ValuesResult> run() try {
    const auto start = Clock::now();
    if (auto done = prepare(); !done) return tl::unexpected(done.error());
    const auto solve_start = Clock::now();
    if (auto done = sweep_until_settled(); !done) return give_up(done.error());
    result_.solve_seconds = since(solve_start);
    if (auto done = write_database(); !done) return give_up(done.error());
    if (file_plane_ != nullptr) {
      result_.bytes_read = file_plane_->bytes_read();
      result_.bytes_written = file_plane_->bytes_written();
      if (request_.plane.empty()) {
        if (auto done = file_plane_->remove_file(); !done) return tl::unexpected(done.error());
      } else if (auto done = file_plane_->save(); !done) {
        return tl::unexpected(done.error());
      }
    }
    result_.seconds = since(start);
    return result_;
  } catch (const std::bad_alloc&) {
    return out_of_memory();
  }

 private:
  Result<void> prepare() {
    const DatabaseIdentity& identity = request_.identity;
    observer_.progress(progress_);
    if (!request_.output.empty()) {
      auto place = OutputPlace::claim(request_.output, kDatabaseFile);
      if (!place) return tl::unexpected(place.error());
      place_.emplace(std::move(*place));
    }
    table_.emplace(PlacementTable::build(identity.board, identity.pieces, identity.rules.diagonal_jumps));
    if (table_->size() == 0) {
      return usage_error(
          fmt::format("board: {} pieces do not fit on {}", 2 * identity.pieces, to_string(identity.board)));
    }
    start_ = start_cell(table_->board(), table_->pieces(), table_->all_occupied_bb());
    const TileLayout layout(table_->size(), identity.pieces);
    const auto plan =
        plan_values(identity, *table_, layout, request_.threads, {available_memory(), request_.memory_bytes});
    if (!plan) return tl::unexpected(plan.error());
    result_.plan = *plan;
    if (auto done = make_plane(layout); !done) return done;
    ValuesOptions options = engine_options(*plan, request_.instructions);
    options.start = start_;
    engine_ = ValuesEngine::create(*table_, *plane_, options);
    return {};
  }

  // In memory, with a file as the checkpoint or for what does not fit.
  Result<void> make_plane(const TileLayout& layout) {
    const ValuesPlan& plan = result_.plan;
    std::string path = request_.plane;
    if (path.empty() && !request_.output.empty()) path = plane_file_path(request_.output);
    if (path.empty() && !plan.is_in_memory()) path = plane_file_path(default_values_name(request_.identity));
    if (path.empty()) {
      plane_ = std::make_unique<MemoryPlane>(layout, request_.identity.pieces);
      return {};
    }
    auto file = PlaneFile::open(path, request_.identity, layout, request_.restart);
    if (!file) return tl::unexpected(file.error());
    if (!file->is_new()) observer_.note(fmt::format("{}: going on with what it holds", path));
    if (!plan.is_in_memory()) {
      observer_.note(fmt::format("{} of the plane's {} are held in memory, the rest is in {}",
                                 format_size(plan.held_bytes), format_size(plan.plane_bytes), path));
    }
    auto plane = std::make_unique<FilePlane>(std::move(*file), layout, request_.identity.pieces, plan.tiles_held,
                                             observer_.note);
    file_plane_ = plane.get();
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
      if (file_plane_ == nullptr || since(last_save_) < kSaveSeconds) return {};
      last_save_ = Clock::now();
      return file_plane_->save();
    };
    return callbacks;
  }

  void report() {
    progress_.sweep_seconds = since(sweep_start_);
    if (file_plane_ != nullptr) {
      progress_.bytes_read = file_plane_->bytes_read();
      progress_.bytes_written = file_plane_->bytes_written();
    }
    observer_.progress(progress_);
  }

  void tell_start(Outcome outcome) {
    if (std::exchange(result_.start, outcome) != outcome) observer_.start(outcome);
  }

  void begin_sweep() {
    ++progress_.sweep;
    progress_.share = 0;
    progress_.last_won = std::exchange(progress_.sweep_won, 0);
    sweep_start_ = Clock::now();
  }

  // Sweeps over what may change until nothing does, and then one over everything, which has to find the same.
  Result<void> sweep_until_settled() {
    for (;;) {
      begin_sweep();
      const auto counts = engine_->run_sweep(callbacks(ValuesPhase::kSweeps));
      if (!counts) return tl::unexpected(counts.error());
      progress_.won += counts->won;
      if (!counts->is_fixpoint) continue;
      const auto is_fixpoint = last_sweep();
      if (!is_fixpoint) return tl::unexpected(is_fixpoint.error());
      if (*is_fixpoint) return {};
    }
  }

  Result<bool> last_sweep() {
    begin_sweep();
    std::vector<PlaneCounts> tallies(static_cast<std::size_t>(request_.threads), PlaneCounts(*table_));
    const auto count = [&](int thread, PlacementId id, const DecidedBlocks& blocks) {
      tallies[static_cast<std::size_t>(thread)].add(id, blocks.won.data(), blocks.lost.data());
    };
    const auto counts = engine_->run_full_sweep(callbacks(ValuesPhase::kLastSweep), count);
    if (!counts) return tl::unexpected(counts.error());
    progress_.won += counts->won;
    if (!counts->is_fixpoint) return false;
    for (std::size_t t = 1; t < tallies.size(); ++t) tallies[0].merge(tallies[t]);
    result_.summary = tallies[0].summary();
    result_.summary.start = start_;
    result_.sweeps = progress_.sweep;
    if (start_) {
      tell_start(result_.start.value_or(Outcome::kDraw));
      result_.summary.start_code = encode_label(without_distance({*result_.start, 0}));
    }
    return true;
  }

  Result<void> write_database() {
    if (request_.output.empty()) return {};
    DecidedSource source(*engine_);
    progress_.phase = ValuesPhase::kAssemble;
    const auto report_share = [this](double share) {
      progress_.share = share;
      report();
    };
    report_share(0);
    const auto written = write_values_database(*table_, request_.identity.rules, source, *place_, request_.threads,
                                               report_share, cancel_);
    if (!written) return tl::unexpected(written.error());
    assert(written->summary.raw == result_.summary.raw && written->summary.canonical == result_.summary.canonical);
    result_.bytes = written->bytes;
    return {};
  }

  // What is won is kept, and the message says so.
  tl::unexpected<Error> give_up(Error error) {
    if (file_plane_ == nullptr) {
      if (error.kind == ErrorKind::kInterrupted) error.message = "solve: stopped; without a file nothing is kept";
      return tl::unexpected(error);
    }
    if (auto done = file_plane_->save(); !done) {
      if (error.kind == ErrorKind::kInterrupted) error = done.error();
      error.message += fmt::format("; what was saved before is kept in {}", file_plane_->path());
    } else {
      error.message += fmt::format("; what is won is kept in {}, the same command goes on", file_plane_->path());
    }
    return tl::unexpected(error);
  }

  const ValuesRequest& request_;
  const ValuesObserver& observer_;
  const std::atomic<bool>& cancel_;
  std::optional<OutputPlace> place_;  // of the database, if there is to be one
  std::optional<PlacementTable> table_;
  std::optional<PositionCell> start_;
  std::unique_ptr<WonPlane> plane_;
  FilePlane* file_plane_ = nullptr;  // plane_, if it has a file
  std::unique_ptr<ValuesEngine> engine_;
  ValuesProgress progress_;
  ValuesResult result_;
  Clock::time_point sweep_start_ = Clock::now();
  Clock::time_point last_save_ = Clock::now();
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

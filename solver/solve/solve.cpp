#include "solver/solve/solve.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <mutex>

#include "db/writer.h"
#include "solver/resources.h"
#include "solver/retrograde/segment.h"
#include "solver/solve/assemble_database.h"
#include "solver/solve/plane_summary.h"
#include "solver/solve/ply_log.h"
#include "solver/solve/solve_plan.h"

namespace uisge {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// The lowest position that a ply decided, found while its segments pass by.
class FirstOfPly {
 public:
  explicit FirstOfPly(std::size_t chunk_size) : chunk_size_(chunk_size) {}
  void begin_ply() { chunks_ = {SIZE_MAX, SIZE_MAX}; }
  void see(Outcome outcome, std::size_t chunk, std::span<const std::uint8_t> segment) {
    const std::lock_guard lock(mutex_);
    const std::size_t slot = outcome == Outcome::kLoss ? 1 : 0;
    if (chunk >= chunks_[slot]) return;
    chunks_[slot] = chunk;
    segments_[slot].assign(segment.begin(), segment.end());
  }
  // Of lost positions if there are any, like the statistics of a database.
  std::optional<PositionCell> cell(int pieces, std::size_t placements) const {
    const std::size_t slot = chunks_[1] != SIZE_MAX ? 1 : 0;
    if (chunks_[slot] == SIZE_MAX) return std::nullopt;
    const std::size_t first = chunks_[slot] * chunk_size_;
    std::optional<PositionCell> found;
    visit_segment(segments_[slot], std::min(chunk_size_, placements - first), pieces,
                  [&](std::size_t n, std::uint32_t at) {
                    if (!found) found = PositionCell{static_cast<std::uint32_t>(first + n), at};
                  });
    return found;
  }

 private:
  std::size_t chunk_size_;
  std::mutex mutex_;
  std::array<std::size_t, 2> chunks_{SIZE_MAX, SIZE_MAX};
  std::array<std::vector<std::uint8_t>, 2> segments_;
};

class Solve {
 public:
  Solve(const SolveRequest& request, const SolveObserver& observer, const std::atomic<bool>& cancel)
      : request_(request), observer_(observer), cancel_(cancel) {}

  Result<SolveResult> run() {
    const auto start = Clock::now();
    if (auto done = prepare(); !done) return tl::unexpected(done.error());
    if (!request_.output.empty()) {
      if (auto done = open_log(); !done) return tl::unexpected(done.error());
    }
    SolveResult result;
    result.cells = plan_.cells;
    progress_.cells = plan_.cells;
    const auto solve_start = Clock::now();
    if (auto done = decide_all(result); !done) return tl::unexpected(done.error());
    result.solve_seconds = seconds_since(solve_start);
    if (log_) {
      if (auto done = assemble(result); !done) return tl::unexpected(done.error());
    }
    result.placements.assign(table_->all_occupied_bb().begin(), table_->all_occupied_bb().end());
    result.seconds = seconds_since(start);
    return result;
  }

 private:
  // Enumerates, and refuses before anything large is allocated what cannot fit.
  Result<void> prepare() {
    const DatabaseIdentity& identity = request_.identity;
    report(SolvePhase::kEnumerate, 0);
    const std::uint64_t limit = std::min(available_memory(), request_.memory_bytes.value_or(UINT64_MAX));
    plan_ = make_plan(identity, request_.threads);
    if (plan_.placements == 0) {
      return usage_error(
          fmt::format("board: {} pieces do not fit on {}", 2 * identity.pieces, to_string(identity.board)));
    }
    if (auto done = fit_memory(plan_, limit); !done) return done;
    table_.emplace(PlacementTable::build(identity.board, identity.pieces, identity.rules.diagonal_jumps));
    plan_ = make_plan(identity, request_.threads, table_->size(), table_->transition_count());
    return fit_memory(plan_, limit);
  }

  Result<void> open_log() {
    const PlyLogHeader header{request_.identity, static_cast<std::uint32_t>(table_->size()),
                              static_cast<std::uint32_t>(RetrogradeEngine::chunk_size_for(table_->pieces()))};
    const std::string path = ply_log_path(request_.output);
    std::error_code is_missing;
    const std::uint64_t existing = std::filesystem::file_size(path, is_missing);
    if (auto done = check_disk(plan_, request_.output, is_missing ? 0 : existing); !done) return done;
    auto log = request_.resume ? PlyLog::resume(path, header) : PlyLog::create(path, header, request_.restart);
    if (!log) return tl::unexpected(log.error());
    log_.emplace(std::move(*log));
    if (request_.resume) {
      std::string note = log_->plies().empty() ? "nothing to resume, starting from the beginning"
                                               : fmt::format("resuming after ply {}", log_->plies().size() - 1);
      if (log_->incomplete_bytes() != 0)
        note += fmt::format("; {} bytes of an incomplete ply dropped", log_->incomplete_bytes());
      observer_.note(note);
    }
    return {};
  }

  // Brings a fresh engine to where the log ends. A ply that turns out to be damaged, and all after it, are given up.
  Result<std::unique_ptr<RetrogradeEngine>> engine_after_log(const EngineOptions& options) {
    for (;;) {
      auto engine = RetrogradeEngine::create(*table_, options);
      const auto damaged = replay(*engine);
      if (!damaged) return tl::unexpected(damaged.error());
      if (!*damaged) return engine;
      observer_.note(fmt::format("ply {} of the checkpoint is damaged, going back to {}", **damaged,
                                 **damaged == 0 ? "the beginning" : fmt::format("ply {}", **damaged - 1)));
      if (auto done = log_->drop_from(**damaged); !done) return tl::unexpected(done.error());
    }
  }

  // All of the log's plies, or those before the damaged one that is returned; the engine is of no use then.
  Result<std::optional<Plies>> replay(RetrogradeEngine& engine) {
    progress_.won = 0;
    progress_.lost = 0;
    by_distance_.clear();
    for (const LoggedPly& ply : log_->plies()) {
      report(SolvePhase::kResume, static_cast<double>(ply.counts.ply) / static_cast<double>(log_->plies().size()));
      const auto done = replay_ply(engine, ply);
      if (cancel_) return interrupted();
      if (!done && done.error().kind == ErrorKind::kBadFile) return ply.counts.ply;
      if (!done) return tl::unexpected(done.error());
      engine.end_replayed_ply(ply.counts);
      note_ply(ply.counts);
    }
    return std::nullopt;
  }

  Result<void> replay_ply(RetrogradeEngine& engine, const LoggedPly& ply) const {
    std::atomic<bool> stop{false};
    std::mutex mutex;
    std::optional<Error> failure;
#pragma omp parallel num_threads(request_.threads)
    {
      std::vector<std::uint8_t> segment;
#pragma omp for schedule(dynamic, 1)
      for (std::size_t i = 0; i < ply.segments.size(); ++i) {
        if (stop || cancel_) continue;
        const SegmentRecord& record = ply.segments[i];
        const auto done = log_->read(record, segment);
        if (done && engine.replay(record.outcome, record.chunk, segment)) continue;
        const std::lock_guard lock(mutex);
        stop = true;
        failure = done ? Error{ErrorKind::kBadFile, "the segment is none"} : done.error();
      }
    }
    if (failure) return tl::unexpected(*failure);
    return {};
  }

  Result<void> decide_all(SolveResult& result) {
    EngineOptions options;
    options.stuck = request_.identity.rules.stuck;
    options.instructions = request_.instructions;
    options.threads = request_.threads;
    options.frontier_bytes = plan_.frontier_bytes;
    start_ = start_cell(table_->board(), table_->pieces(), table_->all_occupied_bb());
    auto made = log_ ? engine_after_log(options) : RetrogradeEngine::create(*table_, options);
    if (!made) return tl::unexpected(made.error());
    const auto engine = std::move(*made);
    result.resumed_at = engine->next_ply();

    FirstOfPly first(engine->chunk_size());
    EngineCallbacks callbacks;
    callbacks.cancel = &cancel_;
    callbacks.segment = [&](Outcome outcome, std::size_t chunk, std::span<const std::uint8_t> segment) {
      if (log_) return log_->put(outcome, chunk, segment);
      first.see(outcome, chunk, segment);
      return true;
    };
    callbacks.progress = [&](const EngineProgress& progress) {
      progress_.ply = progress.ply;
      progress_.ply_seconds = seconds_since(ply_start_);
      progress_.ply_won = progress.won;
      progress_.ply_lost = progress.lost;
      report(SolvePhase::kPlies, progress.share);
    };
    while (!engine->is_finished()) {
      if (engine->next_ply() > kMaxPlies) {
        return resource_error(
            fmt::format("solve: a distance beyond {} plies, which the format cannot hold", kMaxPlies));
      }
      first.begin_ply();
      ply_start_ = Clock::now();
      progress_.ply = engine->next_ply();
      progress_.ply_seconds = 0;
      progress_.ply_won = 0;
      progress_.ply_lost = 0;
      report(SolvePhase::kPlies, 0);
      PlyCounts counts;
      if (engine->run_ply(callbacks, counts) == PlyEnd::kStopped) return stopped();
      if (log_) {
        if (auto done = log_->end_ply(counts); !done) return disk_failure(done.error());
      } else if (!counts.empty()) {
        result.summary.longest_example = first.cell(table_->pieces(), table_->size());
        note_start(*engine, counts.ply, result.summary);
      }
      note_ply(counts);
    }
    if (!log_) finish_summary(*engine, result.summary);
    return {};
  }

  void note_ply(const PlyCounts& counts) {
    progress_.won += counts.won;
    progress_.lost += counts.lost;
    if (!counts.empty()) {
      by_distance_.resize(std::size_t{counts.ply} + 1);
      by_distance_.back() = {counts.won, counts.lost};
    }
  }

  void note_start(const RetrogradeEngine& engine, Plies ply, LabelSummary& summary) const {
    if (!start_ || summary.start_code != kDrawCode) return;
    const auto id = static_cast<PlacementId>(start_->placement);
    if (engine.is_decided(Outcome::kWin, id, start_->index)) summary.start_code = encode_label({Outcome::kWin, ply});
    if (engine.is_decided(Outcome::kLoss, id, start_->index)) summary.start_code = encode_label({Outcome::kLoss, ply});
  }

  void finish_summary(const RetrogradeEngine& engine, LabelSummary& summary) const {
    const LabelSummary counted = summarise_planes(*table_, engine, request_.threads);
    summary.raw = counted.raw;
    summary.canonical = counted.canonical;
    summary.by_distance = by_distance_;
    summary.start = start_;
  }

  Result<void> assemble(SolveResult& result) {
    const auto report_share = [this](double share) { report(SolvePhase::kAssemble, share); };
    auto assembled = assemble_database(*table_, *log_, request_.output, request_.threads, report_share, cancel_);
    if (!assembled) {
      if (assembled.error().kind == ErrorKind::kInterrupted) return interrupted();
      return kept(assembled.error());
    }
    result.summary = std::move(assembled->summary);
    result.bytes = assembled->bytes;
    return log_->remove();
  }

  // The engine stopped in the middle of a ply: on request, or because the log could not be written.
  Result<void> stopped() {
    if (!log_) return tl::unexpected(Error{ErrorKind::kInterrupted, "solve: stopped; without a file nothing is kept"});
    if (log_->failure()) return disk_failure(*log_->failure());
    return interrupted();
  }

  // Best effort: what is complete is on its way to the disk already.
  Result<void> disk_failure(const Error& error) {
    static_cast<void>(log_->keep_complete_plies());
    return kept(error);
  }

  tl::unexpected<Error> kept(const Error& error) const {
    return tl::unexpected(Error{error.kind, fmt::format("{}; {} plies are kept in {}, go on with --resume",
                                                        error.message, log_->plies().size(), log_->path())});
  }

  tl::unexpected<Error> interrupted() {
    if (auto done = log_->keep_complete_plies(); !done) return tl::unexpected(done.error());
    return tl::unexpected(
        Error{ErrorKind::kInterrupted, fmt::format("solve: stopped, {} plies are kept in {}; go on with --resume",
                                                   log_->plies().size(), log_->path())});
  }

  void report(SolvePhase phase, double share) {
    progress_.phase = phase;
    progress_.share = share;
    observer_.progress(progress_);
  }

  const SolveRequest& request_;
  const SolveObserver& observer_;
  const std::atomic<bool>& cancel_;
  SolvePlan plan_;
  std::optional<PlacementTable> table_;
  std::optional<PlyLog> log_;
  std::optional<PositionCell> start_;
  std::vector<DistanceCounts> by_distance_;
  SolveProgress progress_;
  Clock::time_point ply_start_;
};

}  // namespace

Result<SolveResult> solve(const SolveRequest& request, const SolveObserver& observer, const std::atomic<bool>& cancel) {
  return Solve(request, observer, cancel).run();
}

}  // namespace uisge

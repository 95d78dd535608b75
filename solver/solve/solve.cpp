#include "solver/solve/solve.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <chrono>
#include <filesystem>

#include "db/output_place.h"
#include "db/writer.h"
#include "solver/parallel_loop.h"
#include "solver/resources.h"
#include "solver/solve/assemble_database.h"
#include "solver/solve/first_of_ply.h"
#include "solver/solve/plane_summary.h"
#include "solver/solve/ply_log.h"
#include "solver/solve/solve_plan.h"

namespace uisge {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

class Solve {
 public:
  Solve(const SolveRequest& request, const SolveObserver& observer, const std::atomic<bool>& cancel, SolveTeam& team)
      : request_(request), observer_(observer), cancel_(cancel), team_(team) {}

  Result<SolveResult> run() {
    SolveResult result;
    if (auto done = run(result); !done) return give_up(done.error());
    return result;
  }

 private:
  Result<void> run(SolveResult& result) {
    const auto start = Clock::now();
    if (writes_file()) {
      if (auto done = team_.agree(team_.is_leader() ? claim_output() : Result<void>()); !done) return done;
    }
    if (auto done = prepare(); !done) return done;
    if (writes_file()) {
      if (auto done = team_.agree(team_.is_leader() ? open_log() : Result<void>()); !done) return done;
    }
    result.cells = plan_.cells;
    progress_.cells = plan_.cells;
    progress_.planned_seconds = plan_.seconds;
    const auto solve_start = Clock::now();
    if (auto done = decide_all(result); !done) return done;
    result.solve_seconds = seconds_since(solve_start);
    if (writes_file()) {
      if (auto done = team_.agree(team_.is_leader() ? assemble(result) : Result<void>()); !done) return done;
    }
    result.placements.assign(table_->all_occupied_bb().begin(), table_->all_occupied_bb().end());
    result.seconds = seconds_since(start);
    return {};
  }

  bool writes_file() const { return !request_.output.empty(); }

  Result<void> claim_output() {
    auto place = OutputPlace::claim(request_.output, kDatabaseFile);
    if (!place) return tl::unexpected(place.error());
    place_.emplace(std::move(*place));
    return {};
  }

  // Enumerates and divides the board, and refuses before anything large is allocated what cannot fit.
  Result<void> prepare() {
    const DatabaseIdentity& identity = request_.identity;
    report(SolvePhase::kEnumerate, 0);
    plan_ = make_plan(identity, request_.threads, request_.codec);
    if (plan_.placements == 0) {
      return usage_error(
          fmt::format("board: {} pieces do not fit on {}", 2 * identity.pieces, to_string(identity.board)));
    }
    if (team_.members() == 1) {
      if (auto done = fit_memory(plan_, memory_limit()); !done) return done;
    }
    if (auto done = team_.agree(within_memory([&]() -> Result<void> {
          table_.emplace(PlacementTable::build(identity.board, identity.pieces, identity.rules.diagonal_jumps));
          return {};
        }));
        !done) {
      return done;
    }
    start_ = start_cell(table_->board(), table_->pieces(), table_->all_occupied_bb());
    const auto part = team_.divide(*table_, RetrogradeEngine::chunk_size_for(table_->pieces()),
                                   start_ ? std::optional(static_cast<PlacementId>(start_->placement)) : std::nullopt);
    if (!part) return tl::unexpected(part.error());
    part_ = *part;
    plan_ = make_plan(identity, request_.threads, table_->size(), table_->transition_count(), request_.codec);
    if (part_ != nullptr) {
      restrict_plan(plan_, part_->held, team_.is_leader());
      observer_.note(team_.division());
    }
    return team_.agree(fit_memory(plan_, memory_limit()));
  }

  // What this process may take; those that share the machine get the same share.
  MemoryLimit memory_limit() const {
    return {available_memory() / static_cast<std::uint64_t>(team_.members_here()), request_.memory_bytes};
  }

  // One member's lack of memory is everybody's error, not the end of its process.
  template <class Work>
  static Result<void> within_memory(Work&& work) try {
    return work();
  } catch (const std::bad_alloc&) {
    return out_of_memory();
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
      if (log_->set_aside_in()) {
        note += fmt::format("; the checkpoint is damaged at byte {}", log_->broken_at());
      } else if (log_->incomplete_bytes() != 0) {
        note += fmt::format("; {} bytes of an incomplete ply dropped", log_->incomplete_bytes());
      }
      observer_.note(note);
      note_set_aside();
    }
    return {};
  }

  // Brings a fresh engine to where the log ends. A ply that turns out to be damaged, and all after it, are given up.
  Result<std::unique_ptr<RetrogradeEngine>> engine_after_log(const EngineOptions& options) {
    for (;;) {
      std::unique_ptr<RetrogradeEngine> engine;
      const auto create = [&]() -> Result<void> {
        engine = RetrogradeEngine::create(*table_, options);
        return {};
      };
      if (auto done = team_.agree(within_memory(create)); !done) return tl::unexpected(done.error());
      const auto damaged = replay(*engine);
      if (!damaged) return tl::unexpected(damaged.error());
      if (!*damaged) return engine;
      observer_.note(fmt::format("ply {} of the checkpoint is damaged, going back to {}", **damaged,
                                 **damaged == 0 ? "the beginning" : fmt::format("ply {}", **damaged - 1)));
      if (auto done = team_.agree(log_ ? log_->drop_from(**damaged) : Result<void>()); !done) {
        return tl::unexpected(done.error());
      }
      if (log_) note_set_aside();
    }
  }

  void note_set_aside() const {
    if (log_->set_aside_in()) {
      observer_.note(fmt::format("complete plies behind the damage are kept in {}", *log_->set_aside_in()));
    }
  }

  // All of the log's plies, or those before the damaged one that is returned; the engine is of no use then.
  Result<std::optional<Plies>> replay(RetrogradeEngine& engine) {
    progress_.won = 0;
    progress_.lost = 0;
    by_distance_.clear();
    const SolveTeam::Absorb absorb = [&](Outcome outcome, std::size_t chunk, std::span<const std::uint8_t> segment) {
      return engine.replay(outcome, chunk, segment).has_value();
    };
    const std::uint64_t plies = team_.tell(log_ ? log_->plies().size() : 0);
    for (std::uint64_t ply = 0; ply < plies; ++ply) {
      const std::uint64_t bytes = log_ && ply != 0 ? log_->plies()[ply - 1].end : 0;
      report(SolvePhase::kResume, log_ ? static_cast<double>(bytes) / static_cast<double>(log_->complete_bytes()) : 0);
      PlyCounts counts{static_cast<Plies>(ply), 0, 0};
      Result<void> mine;
      if (log_) {
        counts = log_->plies()[ply].counts;
        mine = replay_ply(engine, log_->plies()[ply], absorb);
      }
      if (cancel_) mine = interrupted();
      const auto done = team_.settle(mine, counts, request_.threads, absorb);
      if (!done && done.error().kind == ErrorKind::kBadFile) return counts.ply;
      if (!done) return tl::unexpected(done.error());
      engine.end_replayed_ply(counts);
      note_ply(counts);
    }
    return std::nullopt;
  }

  // A ply of the log, into the engine and to those who hold the rest of the board.
  Result<void> replay_ply(RetrogradeEngine& engine, const LoggedPly& ply, const SolveTeam::Absorb& absorb) const {
    struct Replay {
      std::vector<std::uint8_t> segment;
      std::uint64_t won = 0;
      std::uint64_t lost = 0;
      Result<void> result;
    };
    Replay all;
    const auto one = [&](Replay& mine, std::size_t i) {
      if (cancel_) return false;
      const SegmentRecord& record = ply.segments[i];
      mine.result = within_memory([&]() -> Result<void> {
        if (auto read = log_->read(record, mine.segment); !read) return read;
        const auto positions = engine.replay(record.outcome, record.chunk, mine.segment);
        if (!positions) return bad_file("a segment of the checkpoint cannot be decoded");
        (record.outcome == Outcome::kWin ? mine.won : mine.lost) += *positions;
        team_.publish(record.outcome, record.chunk, mine.segment);
        return {};
      });
      return mine.result && team_.exchange(absorb);
    };
    const auto add = [&](const Replay& mine) {
      all.won += mine.won;
      all.lost += mine.lost;
      if (!mine.result) all.result = mine.result;
    };
    const bool is_done = parallel_loop(
        {ply.segments.size(), request_.threads}, [](int /*thread*/) { return Replay(); }, one, add);
    if (is_done && (all.won != ply.counts.won || all.lost != ply.counts.lost)) {
      return bad_file("the segments decide other positions than the ply counts");
    }
    return all.result;
  }

  Result<void> decide_all(SolveResult& result) {
    EngineOptions options;
    options.stuck = request_.identity.rules.stuck;
    options.instructions = request_.instructions;
    options.threads = request_.threads;
    options.frontier_bytes = plan_.frontier_bytes;
    options.part = part_;
    const auto made = engine_after_log(options);
    if (!made) return tl::unexpected(made.error());
    const auto& engine = *made;
    result.resumed_at = engine->next_ply();

    FirstOfPly first;
    const SolveTeam::Absorb absorb = [&](Outcome outcome, std::size_t chunk, std::span<const std::uint8_t> segment) {
      if (log_ && !log_->put(outcome, chunk, segment)) return false;
      if (!writes_file() && team_.is_leader()) {
        const std::size_t begin = chunk * engine->chunk_size();
        first.see(outcome, begin, std::min(engine->chunk_size(), table_->size() - begin), table_->pieces(), segment);
      }
      return engine->absorb(outcome, chunk, segment);
    };
    bool is_settled = false;
    Result<void> settled;
    EngineCallbacks callbacks;
    callbacks.cancel = &cancel_;
    if (writes_file() || team_.members() > 1) {
      callbacks.segment = [&](Outcome outcome, std::size_t chunk, std::span<const std::uint8_t> segment) {
        team_.publish(outcome, chunk, segment);
        return !log_ || log_->put(outcome, chunk, segment);
      };
    }
    if (!writes_file()) {
      callbacks.lowest = [&](Outcome outcome, PlacementId id, std::uint32_t at) {
        first.see(outcome, {static_cast<std::uint32_t>(id), at});
      };
    }
    callbacks.between_chunks = [&] { return team_.exchange(absorb); };
    callbacks.settle = [&](PlyCounts& counts) {
      is_settled = true;
      settled = team_.settle({}, counts, request_.threads, absorb);
      return settled.has_value();
    };
    callbacks.progress = [&](const EngineProgress& progress) {
      progress_.ply = progress.ply;
      progress_.ply_seconds = seconds_since(ply_start_);
      progress_.ply_won = progress.won;
      progress_.ply_lost = progress.lost;
      report(SolvePhase::kPlies, progress.share);
    };
    Result<void> mine;  // an error of this member that the others do not know yet
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
      is_settled = false;
      if (mine) {
        mine = within_memory([&]() -> Result<void> {
          const PlyEnd end = engine->run_ply(callbacks, counts);
          return end == PlyEnd::kStopped && !is_settled && cancel_ ? interrupted() : Result<void>();
        });
      }
      if (!is_settled) settled = team_.settle(mine, counts, request_.threads, absorb);
      if (!settled) return settled;
      // Whoever stops in the middle of a ply has a reason, or others have; a log that fails tells it when the ply ends.
      assert(is_settled || (log_ && log_->failure()));
      if (log_) {
        mine = log_->end_ply(counts);
      } else if (!counts.empty() && team_.is_leader()) {
        result.summary.longest_example = first.cell();
        note_start(*engine, counts.ply, result.summary);
      }
      note_ply(counts);
    }
    if (!writes_file()) finish_summary(*engine, result.summary);
    return team_.agree(mine);
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
    std::array<std::uint64_t, 6> numbers{counted.raw.won,       counted.raw.lost,       counted.raw.drawn,
                                         counted.canonical.won, counted.canonical.lost, counted.canonical.drawn};
    team_.add_up(numbers);
    summary.raw = {numbers[0], numbers[1], numbers[2]};
    summary.canonical = {numbers[3], numbers[4], numbers[5]};
    summary.by_distance = by_distance_;
    summary.start = start_;
  }

  // The other members on this machine have nothing else to do now, so their processors serve too, as far as this
  // process may use them.
  int assembly_threads() const {
    return std::max(request_.threads, std::min(request_.threads * team_.members_here(), usable_processors()));
  }

  Result<void> assemble(SolveResult& result) {
    if (auto done = log_->await_sync(); !done) return done;
    const auto report_share = [this](double share) { report(SolvePhase::kAssemble, share); };
    report_share(0);  // the tables are fitted before anything is written, which takes a while
    auto assembled =
        assemble_database(*table_, *log_, *place_, request_.codec, assembly_threads(), report_share, cancel_);
    if (!assembled) return tl::unexpected(assembled.error());
    result.summary = std::move(assembled->summary);
    result.bytes = assembled->bytes;
    return log_->remove();
  }

  static Result<void> interrupted() { return tl::unexpected(Error{ErrorKind::kInterrupted, "solve: stopped"}); }

  // What is complete is kept, and the message says so.
  tl::unexpected<Error> give_up(Error error) {
    const bool is_interruption = error.kind == ErrorKind::kInterrupted;
    if (!log_) {
      if (is_interruption) error.message = "solve: stopped; without a file nothing is kept";
      return tl::unexpected(error);
    }
    // A log that cannot be written stops the engine, which does not know why.
    if (log_->failure()) error = *log_->failure();
    // Best effort: what is complete is on its way to the disk already.
    if (auto done = log_->keep_complete_plies(); !done && is_interruption) return tl::unexpected(done.error());
    const std::string plies =
        log_->plies().size() == 1 ? "1 ply is" : fmt::format("{} plies are", log_->plies().size());
    if (log_->has_its_name()) {
      error.message += fmt::format("; {} kept in {}", plies, log_->path());
      error.advice.insert(error.advice.begin(), Advice{Remedy::kResume});
    } else {
      error.message += fmt::format("; {} is not there any more, nothing is kept", log_->path());
    }
    return tl::unexpected(error);
  }

  void report(SolvePhase phase, double share) {
    progress_.phase = phase;
    progress_.share = share;
    observer_.progress(progress_);
  }

  const SolveRequest& request_;
  const SolveObserver& observer_;
  const std::atomic<bool>& cancel_;
  SolveTeam& team_;
  SolvePlan plan_;
  std::optional<PlacementTable> table_;
  const EnginePart* part_ = nullptr;  // null: all of the board
  std::optional<OutputPlace> place_;  // the leader's, if there is a file
  std::optional<PlyLog> log_;
  std::optional<PositionCell> start_;
  std::vector<DistanceCounts> by_distance_;
  SolveProgress progress_;
  Clock::time_point ply_start_;
};

}  // namespace

Result<SolveResult> solve(const SolveRequest& request, const SolveObserver& observer, const std::atomic<bool>& cancel) {
  SoleMember alone;
  return solve(request, observer, cancel, alone);
}

Result<SolveResult> solve(const SolveRequest& request, const SolveObserver& observer, const std::atomic<bool>& cancel,
                          SolveTeam& team) {
  return Solve(request, observer, cancel, team).run();
}

}  // namespace uisge

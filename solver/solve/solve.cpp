#include "solver/solve/solve.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "db/output_place.h"
#include "db/writer.h"
#include "solver/assemble/assemble_database.h"
#include "solver/checkpoint/segment.h"
#include "solver/solve/decide_plies.h"
#include "solver/solve/replay_log.h"
#include "solver/solve/solve_context.h"
#include "solver/solve/solve_plan.h"
#include "solver/stopwatch.h"

namespace uisge {

namespace {

class Solve {
 public:
  Solve(const SolveRequest& request, const SolveObserver& observer, const std::atomic<bool>& cancel, SolveTeam& team)
      : request_(request), team_(team), solve_{request, observer, cancel, team} {}

  Result<SolveResult> run() {
    const Stopwatch watch;
    if (auto done = stages(); !done) return give_up(done.error());
    result_.seconds = watch.seconds();
    return std::move(result_);
  }

 private:
  Result<void> stages() {
    UISGE_TRY(plan());
    const Stopwatch watch;
    UISGE_TRY(decide());
    result_.solve_seconds = watch.seconds();
    return finish();
  }

  Result<void> plan() {
    if (solve_.writes_file()) UISGE_TRY(of_leader([&] { return claim_output(); }));
    UISGE_TRY(prepare());
    if (solve_.writes_file()) UISGE_TRY(of_leader([&] { return open_log(); }));
    result_.cells = plan_.cells;
    solve_.progress.cells = plan_.cells;
    solve_.progress.planned_seconds = plan_.seconds;
    return {};
  }

  Result<void> finish() {
    if (solve_.writes_file()) UISGE_TRY(of_leader([&] { return assemble(); }));
    result_.placements.assign(table().all_occupied_bb().begin(), table().all_occupied_bb().end());
    return {};
  }

  // Runs `work` on the leader alone. All members of the team learn whether `work` succeeded.
  template <class Work>
  Result<void> of_leader(const Work& work) {
    return team_.agree(team_.is_leader() ? work() : Result<void>());
  }

  const PlacementTable& table() const { return *solve_.table; }

  Result<void> claim_output() {
    place_ = UISGE_TRY(OutputPlace::claim(request_.output, kDatabaseFile));
    return {};
  }

  // Builds the placement table and divides the placements among the members of `team_`. Refuses a solve for which
  // memory is too small, before the planes are allocated.
  Result<void> prepare() {
    const DatabaseIdentity& identity = request_.identity;
    solve_.report(SolvePhase::kEnumerate, 0);
    plan_ = make_plan(identity, request_.threads, request_.codec);
    UISGE_TRY(require_placements(identity, plan_.placements));
    if (team_.members() == 1) UISGE_TRY(fit_memory(plan_, memory_limit()));
    if (auto done = team_.agree(within_memory([&]() -> Result<void> {
          solve_.table.emplace(PlacementTable::build(identity.board, identity.pieces, identity.rules.diagonal_jumps));
          return {};
        }));
        !done) {
      return done;
    }
    solve_.start = start_cell(table().board(), table().pieces(), table().all_occupied_bb());
    part_ = UISGE_TRY(team_.divide(table(), chunk_size_for(table().pieces()),
                                   solve_.start ? std::optional(PlacementId{solve_.start->placement}) : std::nullopt));
    plan_ = make_plan(identity, request_.threads, table().size(), table().transition_count(), request_.codec);
    if (part_ != nullptr) {
      restrict_plan(plan_, part_->held, team_.is_leader());
      solve_.note(team_.division());
    }
    return team_.agree(fit_memory(plan_, memory_limit()));
  }

  // The memory that this process may take. Processes that share the machine get equal shares.
  MemoryLimit memory_limit() const { return {available_memory() / team_.members_here(), request_.memory_bytes}; }

  // Refuses the solve if the disk has too little room for its files. A log that is there, and an unfinished database
  // that a killed process left, are continued or replaced, so their bytes count as free. A finished log does not grow.
  Result<void> check_room(const std::string& log_path) const {
    std::error_code is_missing;
    const std::uint64_t in_log = std::filesystem::file_size(log_path, is_missing);
    const std::uint64_t unfinished = place_->unfinished_bytes();
    auto has_room = check_disk(plan_, request_.output, (is_missing ? 0 : in_log) + unfinished);
    if (has_room || !request_.resume) return has_room;
    const auto log = PlyLogReader::open(log_path);
    if (!log || !log->is_finished()) return has_room;
    SolvePlan rest = plan_;
    rest.log_bytes = 0;
    return check_disk(rest, request_.output, unfinished);
  }

  Result<void> open_log() {
    const PlyLogHeader header{request_.identity, static_cast<std::uint32_t>(table().size()),
                              static_cast<std::uint32_t>(chunk_size_for(table().pieces()))};
    const std::string path = ply_log_path(request_.output);
    UISGE_TRY(check_room(path));
    auto log =
        UISGE_TRY(request_.resume ? PlyLog::resume(path, header) : PlyLog::create(path, header, request_.restart));
    solve_.log.emplace(std::move(log));
    if (request_.resume) {
      std::string note = solve_.log->plies().empty()
                             ? "nothing to resume, starting from the beginning"
                             : fmt::format("resuming after ply {}", solve_.log->plies().size() - 1);
      if (solve_.log->set_aside_in()) {
        note += fmt::format("; the checkpoint is damaged at byte {}", solve_.log->broken_at());
      } else if (solve_.log->incomplete_bytes() != 0) {
        note += fmt::format("; {} bytes of an incomplete ply dropped", solve_.log->incomplete_bytes());
      }
      solve_.note(note);
      note_set_aside(solve_);
    }
    return {};
  }

  Result<void> decide() {
    const EngineOptions options{.stuck = request_.identity.rules.stuck,
                                .instructions = request_.instructions,
                                .threads = request_.threads,
                                .frontier_bytes = plan_.frontier_bytes,
                                .part = part_};
    const auto engine = UISGE_TRY(engine_after_log(solve_, options));
    result_.resumed_at = engine->next_ply();
    return decide_plies(solve_, *engine, result_.summary);
  }

  // The other members of the team on this machine only wait now, so this process may use their processors too.
  std::size_t assembly_threads() const {
    return std::max(request_.threads, std::min(request_.threads * team_.members_here(), usable_processors()));
  }

  Result<void> assemble() {
    UISGE_TRY(solve_.log->await_sync());
    const auto report_share = [this](double share) { solve_.report(SolvePhase::kAssemble, share); };
    report_share(0);
    auto assembled = UISGE_TRY(assemble_database(table(), *solve_.log, *place_,
                                                 {request_.codec, request_.instructions, assembly_threads()},
                                                 report_share, solve_.cancel));
    result_.summary = std::move(assembled.summary);
    result_.bytes = assembled.bytes;
    return solve_.log->remove();
  }

  // Saves the complete plies, and returns `error`, whose message then also tells which file keeps these plies.
  tl::unexpected<Error> give_up(Error error) {
    const bool is_interruption = error.kind == ErrorKind::kInterrupted;
    if (!solve_.log) {
      if (is_interruption) error.message = "solve: stopped; without a file nothing is kept";
      return tl::unexpected(error);
    }
    // If the user has interrupted the solve and saving fails, the error of saving is returned. If another error ends
    // the solve, that error is returned, and says whether the complete plies, which are written, may be lost.
    const auto synced = solve_.log->keep_complete_plies();
    if (!synced && is_interruption) return tl::unexpected(synced.error());
    const std::string plies =
        solve_.log->plies().size() == 1 ? "1 ply is" : fmt::format("{} plies are", solve_.log->plies().size());
    if (solve_.log->has_its_name()) {
      error.message += fmt::format("; {} {} {}", plies, synced ? "kept in" : "written, perhaps not all of them, to",
                                   solve_.log->path());
      // An error that advises to begin anew comes from the plies of the log, so a resumed solve would end the same way.
      if (!advises(error, Remedy::kRestart)) error.advice.insert(error.advice.begin(), Advice{Remedy::kResume});
    } else {
      error.message += fmt::format("; {} is not there any more, nothing is kept", solve_.log->path());
    }
    return tl::unexpected(error);
  }

  const SolveRequest& request_;
  SolveTeam& team_;
  SolveContext solve_;
  SolvePlan plan_;
  SolveResult result_;
  const EnginePart* part_ = nullptr;  // null: the whole board
  std::optional<OutputPlace> place_;  // only on the leader, and only if the solve writes a file
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

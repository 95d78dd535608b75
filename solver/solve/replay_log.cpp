#include "solver/solve/replay_log.h"

#include <fmt/format.h>

#include <optional>
#include <span>
#include <vector>

#include "solver/parallel_loop.h"
#include "solver/ratio.h"
#include "solver/solve_stopped.h"

namespace uisge {

namespace {

// Tells the engine which positions the logged ply decided, and sends the ply's segments to the team's other ranks,
// whose engines hold other parts of the board.
Result<void> replay_ply(SolveContext& solve, RetrogradeEngine& engine, const LoggedPly& ply,
                        const SolveTeam::Absorb& absorb) {
  struct Replay {
    bool reports = false;  // only one thread at a time may report
    std::vector<std::uint8_t> segment = {};
    std::uint64_t won = 0;
    std::uint64_t lost = 0;
    Result<void> result = {};
  };
  Replay all;
  const auto one = [&](Replay& mine, std::size_t i) {
    const SegmentRecord& record = ply.segments[i];
    if (mine.reports) solve.report(SolvePhase::kResume, ratio(record.offset, solve.log->complete_bytes()));
    if (solve.cancel) return false;
    mine.result = within_memory([&]() -> Result<void> {
      UISGE_TRY(solve.log->read(record, mine.segment));
      const auto positions = engine.replay(record.outcome, record.chunk, mine.segment);
      if (!positions) return bad_file("a segment of the checkpoint cannot be decoded");
      (record.outcome == Outcome::kWin ? mine.won : mine.lost) += *positions;
      solve.team.publish(record.outcome, record.chunk, mine.segment);
      return {};
    });
    if (!mine.result) return false;
    const auto goes_on = solve.team.exchange(absorb);
    if (!goes_on) mine.result = tl::unexpected(goes_on.error());
    return goes_on && *goes_on;
  };
  const auto add = [&](const Replay& mine) {
    all.won += mine.won;
    all.lost += mine.lost;
    if (!mine.result) all.result = mine.result;
  };
  const bool is_done = parallel_loop(
      {ply.segments.size(), solve.request.threads}, [](std::size_t thread) { return Replay{thread == 0}; }, one, add);
  if (is_done && (all.won != ply.counts.won || all.lost != ply.counts.lost)) {
    return bad_file("the segments decide other positions than the ply counts");
  }
  return all.result;
}

// Replays all plies of the log. If a ply is damaged, returns its number; the engine cannot be used then.
Result<std::optional<Plies>> replay(SolveContext& solve, RetrogradeEngine& engine) {
  solve.forget_plies();
  const SolveTeam::Absorb absorb = [&](Outcome outcome, std::size_t chunk,
                                       std::span<const std::uint8_t> segment) -> Result<void> {
    if (engine.replay(outcome, chunk, segment)) return {};
    return resource_error("solve: what another member has sent cannot be taken in");
  };
  const auto& log = solve.log;
  const std::uint64_t plies = solve.team.tell(log ? log->plies().size() : 0);
  for (std::uint64_t ply = 0; ply < plies; ++ply) {
    const std::uint64_t bytes = log && ply != 0 ? log->plies()[ply - 1].end : 0;
    solve.report(SolvePhase::kResume, log ? ratio(bytes, log->complete_bytes()) : 0);
    PlyCounts counts{static_cast<Plies>(ply), 0, 0};
    Result<void> mine;
    if (log) {
      counts = log->plies()[ply].counts;
      mine = replay_ply(solve, engine, log->plies()[ply], absorb);
    }
    if (solve.cancel) mine = solve_stopped();
    const auto done = solve.team.settle(mine, counts, solve.request.threads, absorb);
    if (!done && done.error().kind == ErrorKind::kBadFile) return counts.ply;
    if (!done) return tl::unexpected(done.error());
    engine.end_replayed_ply(counts);
    solve.note_ply(counts);
  }
  return std::nullopt;
}

}  // namespace

Result<std::unique_ptr<RetrogradeEngine>> engine_after_log(SolveContext& solve, const EngineOptions& options) {
  for (;;) {
    std::unique_ptr<RetrogradeEngine> engine;
    const auto create = [&]() -> Result<void> {
      engine = std::make_unique<RetrogradeEngine>(*solve.table, options);
      return {};
    };
    UISGE_TRY(solve.team.agree(within_memory(create)));
    const auto damaged = UISGE_TRY(replay(solve, *engine));
    if (!damaged) return engine;
    solve.note(fmt::format("ply {} of the checkpoint is damaged, going back to {}", *damaged,
                           *damaged == 0 ? "the beginning" : fmt::format("ply {}", *damaged - 1)));
    UISGE_TRY(solve.team.agree(solve.log ? solve.log->drop_from(*damaged) : Result<void>()));
    note_set_aside(solve);
  }
}

void note_set_aside(const SolveContext& solve) {
  if (solve.log && solve.log->set_aside_in()) {
    solve.note(fmt::format("complete plies behind the damage are kept in {}", *solve.log->set_aside_in()));
  }
}

}  // namespace uisge

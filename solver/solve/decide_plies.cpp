#include "solver/solve/decide_plies.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <mutex>

#include "solver/blocks/plane_counts.h"
#include "solver/parallel_loop.h"
#include "solver/solve/first_of_ply.h"
#include "solver/solve_stopped.h"
#include "solver/stopwatch.h"

namespace uisge {

namespace {

// Counts the positions in the planes of a finished solve that writes no labels. The planes have no distances, so there
// are no counts by distance. Visits the planes once, in parallel. Only positions of chunks that this engine decides are
// counted.
LabelSummary summarise_planes(const PlacementTable& table, const RetrogradeEngine& engine, std::size_t threads) {
  const std::span<const std::uint32_t> chunks = engine.own_chunks();
  PlaneCounts total(table);
  const auto count = [&](PlaneCounts& mine, std::size_t i) {
    const std::size_t placement = chunks[i / engine.chunk_size()] * engine.chunk_size() + i % engine.chunk_size();
    if (placement >= table.size()) return true;
    const PlacementId id = placement_id(placement);
    mine.add(id, engine.won().blocks(id), engine.lost().blocks(id));
    return true;
  };
  parallel_loop(
      {chunks.size() * engine.chunk_size(), threads, 64}, [&](std::size_t /*thread*/) { return PlaneCounts(table); },
      count, [&](const PlaneCounts& mine) { total.merge(mine); });
  return total.summary();
}

// Connects the engine of one member of the team with the rest of the solve. The engine's segments go to the log and to
// the team. The team's segments go to the engine and, on the leader, to the log.
class SolveListener final : public PlyListener {
 public:
  SolveListener(SolveContext& solve, RetrogradeEngine& engine)
      : solve_(solve),
        engine_(engine),
        absorb_([this](Outcome outcome, std::size_t chunk, std::span<const std::uint8_t> segment) {
          return absorb(outcome, chunk, segment);
        }) {}

  void begin_ply() {
    first_.begin_ply();
    others_failed_ = false;
    own_failure_ = {};
    watch_ = Stopwatch();
    tell({engine_.next_ply(), 0, 0, 0}, 0);
  }
  // Whether the ply ended because another member of the team failed. The failed member will report its error.
  bool others_failed() const { return others_failed_; }
  // This member's first error in the ply, from writing the log or from adding the team's segments to the planes. Valid
  // after the ply.
  const Result<void>& own_failure() const { return own_failure_; }
  const SolveTeam::Absorb& absorb() const { return absorb_; }
  const FirstOfPly& first() const { return first_; }

  bool wants_segments() const override { return solve_.writes_file() || solve_.team.members() > 1; }
  Result<void> take_segment(Outcome outcome, std::size_t chunk, std::span<const std::uint8_t> segment) override {
    solve_.team.publish(outcome, chunk, segment);
    return solve_.log ? noted(solve_.log->put(outcome, chunk, segment)) : Result<void>();
  }
  void take_lowest(PlacementId id, std::uint32_t at) override {
    if (!solve_.writes_file()) first_.see(cell_at(index(id), at));
  }
  Result<void> before_chunk() override {
    if (solve_.cancel.load(std::memory_order_relaxed)) return solve_stopped();
    const auto goes_on = solve_.team.exchange(absorb_);
    if (!goes_on) return noted(tl::unexpected(goes_on.error()));
    if (*goes_on) return {};
    others_failed_ = true;
    return resource_error("solve: another member has failed");
  }
  void progress(const EngineProgress& progress) override { tell(progress, watch_.seconds()); }

 private:
  Result<void> noted(Result<void> done) {
    if (done) return done;
    const std::lock_guard lock(mutex_);
    if (own_failure_) own_failure_ = done;
    return done;
  }

  Result<void> absorb(Outcome outcome, std::size_t chunk, std::span<const std::uint8_t> segment) {
    if (solve_.log) UISGE_TRY(solve_.log->put(outcome, chunk, segment));
    if (!solve_.writes_file() && solve_.team.is_leader()) {
      const PlacementTable& table = *solve_.table;
      const std::size_t begin = chunk * engine_.chunk_size();
      first_.see(begin, std::min(engine_.chunk_size(), table.size() - begin),
                 {table.pieces(), solve_.request.instructions}, segment);
    }
    return engine_.absorb(outcome, chunk, segment);
  }

  void tell(const EngineProgress& progress, double seconds) {
    solve_.progress.ply = progress.ply;
    solve_.progress.ply_seconds = seconds;
    solve_.progress.ply_won = progress.won;
    solve_.progress.ply_lost = progress.lost;
    solve_.report(SolvePhase::kPlies, progress.share);
  }

  SolveContext& solve_;
  RetrogradeEngine& engine_;
  SolveTeam::Absorb absorb_;
  FirstOfPly first_;
  Stopwatch watch_;
  std::atomic<bool> others_failed_{false};
  std::mutex mutex_;
  Result<void> own_failure_;
};

// Decides a ply of the whole board. If `mine` is an error that only this member of the team knows, sends the error to
// the other members and decides nothing.
Result<PlyCounts> decide_ply(SolveContext& solve, RetrogradeEngine& engine, SolveListener& listener,
                             Result<void> mine) {
  PlyCounts counts{engine.next_ply(), 0, 0};
  listener.begin_ply();
  if (mine) {
    mine = within_memory([&]() -> Result<void> {
      counts = UISGE_TRY(engine.run_ply(listener));
      return {};
    });
  }
  // Other members report their own errors, so here only an error of this member counts.
  if (listener.others_failed()) mine = listener.own_failure();
  UISGE_TRY(solve.team.settle(mine, counts, solve.request.threads, listener.absorb()));
  return counts;
}

void note_start(const SolveContext& solve, const RetrogradeEngine& engine, Plies ply, LabelSummary& summary) {
  if (!solve.start || summary.start_code != kDrawCode) return;
  const PlacementId id{solve.start->placement};
  for (const Outcome outcome : {Outcome::kWin, Outcome::kLoss}) {
    if (engine.is_decided(outcome, id, solve.start->index)) summary.start_code = encode_label({outcome, ply});
  }
}

void finish_summary(const SolveContext& solve, const RetrogradeEngine& engine, LabelSummary& summary) {
  const LabelSummary counted = summarise_planes(*solve.table, engine, solve.request.threads);
  std::array<std::uint64_t, 6> numbers{counted.raw.won,       counted.raw.lost,       counted.raw.drawn,
                                       counted.canonical.won, counted.canonical.lost, counted.canonical.drawn};
  solve.team.add_up(numbers);
  summary.raw = {numbers[0], numbers[1], numbers[2]};
  summary.canonical = {numbers[3], numbers[4], numbers[5]};
  summary.by_distance = solve.by_distance;
  summary.start = solve.start;
}

}  // namespace

Result<void> decide_plies(SolveContext& solve, RetrogradeEngine& engine, LabelSummary& summary) {
  SolveListener listener(solve, engine);
  Result<void> mine;  // an error that only this member knows
  while (!engine.is_finished()) {
    if (engine.next_ply() > kMaxPlies) {
      return resource_error(fmt::format("solve: a distance beyond {} plies, which the format cannot hold", kMaxPlies));
    }
    const auto counts = UISGE_TRY(decide_ply(solve, engine, listener, mine));
    mine = within_memory([&] { return engine.end_ply(counts); });
    if (!mine) continue;
    if (solve.log) {
      mine = solve.log->end_ply(counts);
    } else if (!counts.empty() && solve.team.is_leader()) {
      summary.longest_distance_cell = listener.first().cell();
      note_start(solve, engine, counts.ply, summary);
    }
    solve.note_ply(counts);
  }
  if (!solve.writes_file()) finish_summary(solve, engine, summary);
  return solve.team.agree(mine);
}

}  // namespace uisge

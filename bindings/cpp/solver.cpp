#include "uisge/solver.h"

#include <fmt/format.h>

#include <chrono>

#include "bindings/cpp/convert.h"
#include "bindings/cpp/long_work.h"
#include "core/instruction_set.h"
#include "core/piece_count.h"
#include "solver/assemble/existing_database.h"
#include "solver/checkpoint/ply_log.h"
#include "solver/checkpoint/ply_log_reader.h"
#include "solver/search/proof_session.h"
#include "solver/search/search_fallback.h"
#include "solver/solve/solve.h"
#include "solver/solve_values/solve_values.h"
#include "solver/values/plane_file.h"

namespace uisge::v1 {

namespace {

DatabaseIdentity checked(const Identity& identity) {
  const Board& board = tables(identity.board);
  if (identity.pieces_per_side < kMinPieces || identity.pieces_per_side > kMaxPieces) {
    throw Error(ErrorKind::kUsage,
                fmt::format("pieces: {} a side, expected {} to {}", identity.pieces_per_side, kMinPieces, kMaxPieces));
  }
  return {board.size(), identity.pieces_per_side, to_engine(identity.rules)};
}

SolveReport report_of(const LabelSummary& summary, std::uint64_t file_bytes, double seconds) {
  return {to_public(summary.raw), to_public(summary.canonical), to_public(summary.by_distance), file_bytes, seconds};
}

SolveProgress to_public(const ValuesProgress& progress) {
  SolveProgress now;
  switch (progress.phase) {
    case ValuesPhase::kEnumerate:
    case ValuesPhase::kPlan:
    case ValuesPhase::kList: break;
    case ValuesPhase::kSweeps:
    case ValuesPhase::kLastSweep: now.phase = SolveProgress::Phase::kSweeps; break;
    case ValuesPhase::kAssemble: now.phase = SolveProgress::Phase::kWrite; break;
  }
  now.ply = static_cast<int>(progress.sweep);
  now.share = progress.share;
  now.won = progress.won;
  return now;
}

static_assert(is_same_number(SolveProgress::Phase::kEnumerate, SolvePhase::kEnumerate) &&
              is_same_number(SolveProgress::Phase::kResume, SolvePhase::kResume) &&
              is_same_number(SolveProgress::Phase::kPlies, SolvePhase::kPlies) &&
              is_same_number(SolveProgress::Phase::kWrite, SolvePhase::kAssemble));
SolveProgress to_public(const uisge::SolveProgress& progress) {
  return {static_cast<SolveProgress::Phase>(progress.phase), progress.ply, progress.share, progress.won, progress.lost};
}

// REQUIRES: `options` outlives the object.
class Search {
 public:
  explicit Search(const SearchOptions& options)
      : granted_(granted_threads(options.threads)), callbacks_(options.cancel) {
    limits_.max_plies = options.max_plies;
    limits_.memory_bytes = options.memory_bytes;
    if (options.seconds) limits_.time = std::chrono::duration<double>(*options.seconds);
    limits_.threads = granted_.count();
    limits_.cancel = &callbacks_.stop();
    limits_.observer = [this, &options](const ProofProgress& now) {
      callbacks_.call([&] {
        if (options.progress) options.progress({now.plies, now.nodes, now.elapsed.count()});
      });
    };
    // Stops the work at once if the caller's flag (options.cancel) is already set.
    callbacks_.call([] {});
  }

  const ProofLimits& limits() const { return limits_; }
  void rethrow() const { callbacks_.rethrow(); }

 private:
  GrantedThreads granted_;
  Callbacks callbacks_;
  ProofLimits limits_;
};

// Calls run(request, observer, stop), which solves with one of the engines.
template <class Observer, class Request, class Run>
SolveReport solve_by(const Run& run, Request request, const SolveOptions& options, const DatabaseIdentity& identity,
                     const GrantedThreads& threads) {
  request.identity = identity;
  request.output = options.output;
  request.threads = threads.count();
  request.memory_bytes = options.memory_bytes;
  request.instructions = best_instruction_set();
  request.restart = options.restart;
  Callbacks callbacks(options.cancel);
  Observer observer;
  observer.progress = [&](const auto& progress) {
    callbacks.call([&] {
      if (options.progress) options.progress(to_public(progress));
    });
  };
  auto result = arena_of(threads).execute([&] { return run(request, observer, callbacks.stop()); });
  callbacks.rethrow();
  const auto solved = take(std::move(result));
  return report_of(solved.summary, solved.bytes, solved.seconds);
}

}  // namespace

SolveReport solve(const SolveOptions& options) {
  const DatabaseIdentity identity = checked(options.identity);
  const GrantedThreads threads = granted_threads(options.threads);
  if (options.resume && options.restart) {
    throw Error(ErrorKind::kUsage, "solve: resume and restart exclude each other; choose one");
  }
  if (!checked_path(options.output).empty()) {
    // If a checkpoint or plane lies beside a finished database, the user has restarted the solve, and the new solve is
    // unfinished.
    const bool is_begun = options.values_only ? PlaneFile::is_plane(plane_file_path(options.output))
                                              : PlyLogReader::is_checkpoint(ply_log_path(options.output));
    const bool solves = options.restart || is_begun;
    const auto database = take(existing_database(options.output, identity, !options.values_only, solves));
    if (database && !solves) return report_of(database->summary(), database->file().bytes(), 0);
  }
  if (options.values_only) {
    return solve_by<ValuesObserver>(solve_values, ValuesRequest{.may_spill = false}, options, identity, threads);
  }
  SolveRequest request{.resume = options.resume};
  const auto run = [](const auto&... arguments) { return uisge::solve(arguments...); };
  return solve_by<SolveObserver>(run, std::move(request), options, identity, threads);
}

SearchReport search(const Position& position, Rules rules, const SearchOptions& options) {
  const Search search(options);
  const auto session = take(ProofSession::make(tables(position.board()), to_engine(rules), search.limits()));
  const ProofResult result = prove(*session, to_engine(position));
  search.rethrow();
  return {to_public(result.verdict), to_public(result.line), result.nodes, result.elapsed.count(),
          result.end != ProofEnd::kDone};
}

Analysis search_moves(const Position& position, Rules rules, const SearchOptions& options) {
  const Search search(options);
  SearchFallback searcher(to_engine(rules), search.limits(), SearchFallback::kPliesAfterWin);
  const auto analysis = take(searcher.analyse(to_engine(position)));
  search.rethrow();
  return to_public(analysis);
}

}  // namespace uisge::v1

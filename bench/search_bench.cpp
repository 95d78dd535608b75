// Measures how long a forward proof of "no forced win within N plies" from the real start takes. The arguments are
// plies, threads and the stuck rule. Every run has a fresh table; `nodes` counts the visited positions.
#include <benchmark/benchmark.h>

#include "bench/benchmark_state.h"
#include "core/piece_count.h"
#include "core/start.h"
#include "solver/search/proof_session.h"

using namespace uisge;

namespace {

void BM_NothingWithin(benchmark::State& state) {
  const Board board(kRealBoard);
  const Position start = start_position(board, kMaxPieces).value();
  const RuleSet rules{static_cast<StuckRule>(state.range(2)), false};
  const ProofLimits limits{.max_plies = argument(state), .threads = thread_argument(state, 1)};
  std::uint64_t nodes = 0;
  for ([[maybe_unused]] auto round : state) {
    const auto session = ProofSession::make(board, rules, limits).value();
    const ProofResult result = prove(*session, start);
    if (result.verdict.is_decided()) state.SkipWithError("a forced win where there is none");
    nodes += result.nodes;
  }
  state.SetLabel(std::string(to_string(rules.stuck)));
  state.counters["nodes"] = benchmark::Counter(static_cast<double>(nodes), benchmark::Counter::kAvgIterations);
  state.counters["nodes/s"] = benchmark::Counter(static_cast<double>(nodes), benchmark::Counter::kIsRate);
}

void plies_threads_rules(benchmark::internal::Benchmark* bench) {
  for (const StuckRule stuck : {StuckRule::kDraws, StuckRule::kPasses, StuckRule::kLoses, StuckRule::kWins}) {
    for (const int plies : {22, 24}) {
      for (const int threads : {1, 2}) bench->Args({plies, threads, static_cast<int>(stuck)});
    }
  }
}

}  // namespace

BENCHMARK(BM_NothingWithin)
    ->Apply(plies_threads_rules)
    ->UseRealTime()
    ->MeasureProcessCPUTime()
    ->Unit(benchmark::kMillisecond);

BENCHMARK_MAIN();

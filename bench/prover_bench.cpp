// Measures how long the prover takes to prove who wins the start, without a known limit of plies, and to make the
// certificate. The arguments are pieces per side on 7x6, threads and the stuck rule. Every run has new tables; `nodes`
// are positions visited, `lines` the certificate's positions.
#include <benchmark/benchmark.h>

#include "bench/benchmark_state.h"
#include "core/start.h"
#include "solver/search/proved_strategy.h"

using namespace uisge;

namespace {

void BM_ProveStart(benchmark::State& state) {
  const Board board(kRealBoard);
  const Position start = start_position(board, argument(state)).value();
  const RuleSet rules{static_cast<StuckRule>(state.range(2)), false};
  const ProverLimits limits{.memory_bytes = std::uint64_t{1} << 28, .threads = thread_argument(state, 1)};
  std::uint64_t nodes = 0;
  std::size_t lines = 0;
  for ([[maybe_unused]] auto round : state) {
    const auto prover = Prover::make(board, rules, limits).value();
    const ProverResult result = prover->prove(start);
    if (!result.verdict.is_win()) state.SkipWithError("a win is not found");
    lines = certificate_of(*prover, start, result.verdict).value().strategy.size();
    nodes += result.visits;
  }
  state.SetLabel(std::string(to_string(rules.stuck)));
  state.counters["nodes"] = benchmark::Counter(static_cast<double>(nodes), benchmark::Counter::kAvgIterations);
  state.counters["nodes/s"] = benchmark::Counter(static_cast<double>(nodes), benchmark::Counter::kIsRate);
  state.counters["lines"] = static_cast<double>(lines);
}

}  // namespace

BENCHMARK(BM_ProveStart)
    ->ArgsProduct({{4, 5}, {1, 2}, {0, 1, 2, 3}})
    ->Iterations(1)
    ->UseRealTime()
    ->MeasureProcessCPUTime()
    ->Unit(benchmark::kMillisecond);

BENCHMARK_MAIN();

// Measures dense sweeps, sparse plies, whole solves and the enumeration of placements on 7x6 under `loses`, by pieces
// per side and threads. The items of a ply are all positions of the board (placements x colourings x crown states), so
// the rates of sparse plies and dense sweeps can be compared. The counter `memory` is a bound: the positions per second
// if both planes were read and one written at the speed of memory_bench.
#include <benchmark/benchmark.h>

#include <limits>
#include <map>

#include "bench/benchmark_state.h"
#include "solver/measure/engine_plies.h"
#include "solver/measure/least_seconds.h"
#include "solver/measure/memory_traffic.h"
#include "solver/ratio.h"

using namespace uisge;

namespace {

const PlacementTable& table_of(int pieces) {
  static std::map<int, PlacementTable> tables;
  const auto found = tables.find(pieces);
  if (found != tables.end()) return found->second;
  return tables.emplace(pieces, PlacementTable::build(kRealBoard, pieces, false)).first->second;
}

EngineOptions options_of(const benchmark::State& state) {
  return {.instructions = best_instruction_set(),
          .threads = thread_argument(state, 1),
          .frontier_bytes = std::uint64_t{512} << 20};
}

double read_bandwidth(std::size_t threads) {
  static std::map<std::size_t, double> known;
  double& bandwidth = known[threads];
  if (bandwidth > 0) return bandwidth;
  const MemoryTraffic traffic(threads);
  const double seconds = least_seconds(0.5, [&] { benchmark::DoNotOptimize(traffic.read()); });
  return bandwidth = per_second(traffic.bytes(), seconds);
}

void report(benchmark::State& state, const PlacementTable& table, std::size_t plies) {
  state.SetItemsProcessed(of_all_iterations(state, cells_of(table) * plies));
  state.counters["memory"] = read_bandwidth(thread_argument(state, 1)) * ratio(cells_of(table), sweep_bytes(table));
}

double seconds_of(const std::vector<TimedPly>& plies, std::size_t first) {
  double seconds = 0;
  for (std::size_t i = first; i < plies.size(); ++i) seconds += plies[i].seconds;
  return seconds;
}

// Measures plies 1 to 4, which are computed by whole blocks.
void dense_plies(benchmark::State& state) {
  const PlacementTable& table = table_of(argument(state));
  EngineOptions options = options_of(state);
  options.only_dense = true;
  for (auto _ : state) state.SetIterationTime(seconds_of(timed_plies(table, options, 4), 1));
  report(state, table, 4);
}

// Measures late plies, which decide very few positions: from the 60th on or, in a solve of at most 90 plies, the last
// third.
void late_plies(benchmark::State& state) {
  const PlacementTable& table = table_of(argument(state));
  std::size_t plies = 0;
  for (auto _ : state) {
    const auto all = timed_plies(table, options_of(state), std::numeric_limits<Plies>::max());
    const std::size_t first = all.size() > 90 ? 60 : 2 * all.size() / 3;
    plies = all.size() - first;
    state.SetIterationTime(seconds_of(all, first));
  }
  report(state, table, plies);
}

void enumerate(benchmark::State& state) {
  std::size_t placements = 0;
  for (auto _ : state) {
    placements = enumerate_placements(Board(kRealBoard), 2 * argument(state)).size();
  }
  state.SetItemsProcessed(of_all_iterations(state, placements));
}

void build_table(benchmark::State& state) {
  std::size_t moves = 0;
  for (auto _ : state) {
    moves = PlacementTable::build(kRealBoard, argument(state), false).transition_count();
  }
  state.SetItemsProcessed(of_all_iterations(state, moves));
}

void by_pieces_and_threads(benchmark::internal::Benchmark* benchmark) {
  benchmark->ArgNames({"pieces", "threads"})->UseManualTime()->Unit(benchmark::kMillisecond);
  for (const int pieces : {2, 3, 4, 5}) {
    for (const int threads : {1, 2}) benchmark->Args({pieces, threads});
  }
}

}  // namespace

// With five pieces a side, dense_plies and late_plies need 4 GiB. late_plies runs once, since it needs a whole solve.
BENCHMARK(dense_plies)->Apply(by_pieces_and_threads)->MinTime(0.1);
BENCHMARK(late_plies)->Apply(by_pieces_and_threads)->Iterations(1);
BENCHMARK(enumerate)->ArgName("pieces")->DenseRange(2, 6)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(build_table)->ArgName("pieces")->DenseRange(2, 6)->UseRealTime()->Unit(benchmark::kMillisecond);

BENCHMARK_MAIN();

// Measures how long a database takes to look up a position and rank its moves, on one thread. The cache is cold (empty)
// or warm (it holds every needed unit, decoded), or a stream of random positions fills it.
//
// UISGE_BENCH_DATABASE names the database.
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <stdexcept>

#include "bench/benchmark_state.h"
#include "db/probe.h"
#include "solver/measure/probe_load.h"

using namespace uisge;

namespace {

const Database& database() {
  static const Database opened = [] {
    const char* const path = std::getenv("UISGE_BENCH_DATABASE");
    if (path == nullptr) throw std::runtime_error("UISGE_BENCH_DATABASE does not name a database");
    auto result = Database::open(path);
    if (!result) throw std::runtime_error(result.error().message);
    return *std::move(result);
  }();
  return opened;
}

void ask(benchmark::State& state, Probe& probe, const Position& position) {
  const auto answer = probe.analyse(position);
  if (!answer) state.SkipWithError(answer.error().message.c_str());
  benchmark::DoNotOptimize(answer);
}

void open_file(benchmark::State& state) {
  const std::string path = database().path();
  for (auto _ : state) benchmark::DoNotOptimize(Database::open(path));
}

void cold(benchmark::State& state) {
  const auto positions = random_positions(database(), 512);
  for (auto _ : state) {
    for (const Position& position : positions) {
      Probe probe(database());
      ask(state, probe, position);
    }
  }
  state.SetItemsProcessed(of_all_iterations(state, positions.size()));
}

void warm(benchmark::State& state) {
  const auto positions = random_positions(database(), 32);  // the cache has room for these positions' units
  Probe probe(database());
  for (auto _ : state) {
    for (const Position& position : positions) ask(state, probe, position);
  }
  state.SetItemsProcessed(of_all_iterations(state, positions.size()));
}

void stream(benchmark::State& state) {
  const auto positions = random_positions(database(), 1 << 15);
  for (auto _ : state) {
    Probe probe(database());
    for (const Position& position : positions) ask(state, probe, position);
  }
  state.SetItemsProcessed(of_all_iterations(state, positions.size()));
}

}  // namespace

BENCHMARK(open_file)->Unit(benchmark::kMicrosecond);
BENCHMARK(cold)->Unit(benchmark::kMillisecond);
BENCHMARK(warm)->Unit(benchmark::kMillisecond);
BENCHMARK(stream)->Unit(benchmark::kMillisecond);

BENCHMARK_MAIN();

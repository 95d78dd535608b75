// Measures the speed of memory, which limits sweeps. The result is the sum of the bytes read and written per second, on
// 256 MiB, which is far more than the caches hold.
#include <benchmark/benchmark.h>

#include "bench/benchmark_state.h"
#include "solver/measure/memory_traffic.h"

using namespace uisge;

namespace {

void read(benchmark::State& state) {
  const MemoryTraffic traffic(thread_argument(state));
  for (auto _ : state) benchmark::DoNotOptimize(traffic.read());
  state.SetBytesProcessed(of_all_iterations(state, traffic.bytes()));
}

void copy(benchmark::State& state) {
  MemoryTraffic traffic(thread_argument(state));
  for (auto _ : state) traffic.copy();
  state.SetBytesProcessed(of_all_iterations(state, traffic.bytes()));
}

}  // namespace

BENCHMARK(read)->ArgName("threads")->Arg(1)->Arg(2)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(copy)->ArgName("threads")->Arg(1)->Arg(2)->UseRealTime()->Unit(benchmark::kMillisecond);

BENCHMARK_MAIN();

// Measures the block kernels by instruction set and pieces per side, on blocks in the cache: bytes of blocks per second
// and thread, for each operation. memory_bench measures the speed of the memory. Only a kernel that is slower than the
// memory slows sweeps down.
#include <benchmark/benchmark.h>

#include "bench/benchmark_state.h"
#include "core/piece_count.h"
#include "solver/measure/kernel_load.h"

using namespace uisge;

namespace {

void or_blocks(benchmark::State& state, InstructionSet set) {
  KernelLoad load(set, argument(state));
  for (auto _ : state) load.or_blocks();
  state.SetBytesProcessed(of_all_iterations(state, load.gathered_bytes()));
}

void take_new(benchmark::State& state, InstructionSet set) {
  KernelLoad load(set, argument(state));
  for (auto _ : state) load.take_new();
  state.SetBytesProcessed(of_all_iterations(state, load.placement_bytes()));
}

void transpose(benchmark::State& state, InstructionSet set) {
  KernelLoad load(set, argument(state));
  for (auto _ : state) load.transpose();
  state.SetBytesProcessed(of_all_iterations(state, load.placement_bytes()));
}

void register_for(InstructionSet set) {
  const auto add = [set](const char* name, void (*run)(benchmark::State&, InstructionSet)) {
    const std::string full = std::string(name) + "/" + std::string(to_string(set));
    benchmark::RegisterBenchmark(full.c_str(), run, set)->ArgName("pieces")->DenseRange(1, kMaxPieces);
  };
  add("or_blocks", or_blocks);
  add("take_new", take_new);
  add("transpose", transpose);
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  for (const InstructionSet set : supported_instruction_sets()) register_for(set);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}

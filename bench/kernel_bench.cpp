// The block kernels by instruction set and pieces a side, on blocks in the cache: bytes of blocks gathered, or
// transposed, a second on one thread. Beside memory_bench this says whether a sweep could ever wait for a kernel.
#include <benchmark/benchmark.h>

#include "solver/measure/kernel_load.h"

using namespace uisge;

namespace {

void or_rows(benchmark::State& state, InstructionSet set) {
  KernelLoad load(set, static_cast<int>(state.range(0)));
  for (auto _ : state) load.or_rows();
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(load.gathered_bytes()));
}

void and_rows(benchmark::State& state, InstructionSet set) {
  KernelLoad load(set, static_cast<int>(state.range(0)));
  for (auto _ : state) load.and_rows();
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(load.gathered_bytes()));
}

void transpose(benchmark::State& state, InstructionSet set) {
  KernelLoad load(set, static_cast<int>(state.range(0)));
  for (auto _ : state) load.transpose();
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(load.transposed_bytes()));
}

void register_for(InstructionSet set) {
  const auto add = [set](const char* name, void (*run)(benchmark::State&, InstructionSet)) {
    const std::string full = std::string(name) + "/" + std::string(to_string(set));
    benchmark::RegisterBenchmark(full.c_str(), run, set)->ArgName("pieces")->DenseRange(1, kMaxPieces);
  };
  add("or_rows", or_rows);
  add("and_rows", and_rows);
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

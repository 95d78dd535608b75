// Measures how fast moves are generated, played and counted. The positions come from some forty games of random moves,
// so blanks and crowns are mixed as in real games. Each run has the same positions.
#include <benchmark/benchmark.h>

#include <random>
#include <string>
#include <vector>

#include "bench/benchmark_state.h"
#include "core/movegen.h"
#include "core/moves.h"
#include "core/start.h"
#include "solver/parallel_perft.h"

using namespace uisge;

namespace {

const Board& real_board() {
  static const Board board(kRealBoard);
  return board;
}

Position real_start() {
  return start_position(real_board(), 6).value();
}

// Returns only positions in which the mover has a move.
std::vector<Position> positions_of_games(bool diagonal_jumps) {
  const RuleSet rules{StuckRule::kLoses, diagonal_jumps};
  std::mt19937 random(1983);
  std::vector<Position> positions;
  while (positions.size() < 4096) {
    Position position = real_start();
    for (int ply = 0; ply < 100; ++ply) {
      const MoveList moves = playable_moves(real_board(), rules, position);
      if (moves.empty()) break;
      positions.push_back(position);
      position = play(real_board(), position, moves[random() % moves.size()]);
    }
  }
  return positions;
}

void set_positions(benchmark::State& state, std::size_t count) {
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()) * static_cast<std::int64_t>(count));
}

void count_moves_of(benchmark::State& state) {
  const bool diagonal_jumps = state.range(0) != 0;
  std::vector<Pieces> all;
  for (const Position& p : positions_of_games(diagonal_jumps)) {
    all.push_back({p.mover_bb(), p.opponent_bb(), p.crowns_bb()});
  }
  for (auto _ : state) {
    int moves = 0;
    for (const Pieces& pieces : all) {
      moves += diagonal_jumps ? count_moves<true>(real_board(), pieces) : count_moves<false>(real_board(), pieces);
    }
    benchmark::DoNotOptimize(moves);
  }
  set_positions(state, all.size());
}

void list_legal_moves(benchmark::State& state) {
  const RuleSet rules{StuckRule::kLoses, state.range(0) != 0};
  const auto positions = positions_of_games(rules.diagonal_jumps);
  for (auto _ : state) {
    for (const Position& position : positions) benchmark::DoNotOptimize(legal_moves(real_board(), rules, position));
  }
  set_positions(state, positions.size());
}

void list_and_play_moves(benchmark::State& state) {
  const RuleSet rules{StuckRule::kLoses, state.range(0) != 0};
  const auto positions = positions_of_games(rules.diagonal_jumps);
  for (auto _ : state) {
    for (const Position& position : positions) {
      for (const Move move : legal_moves(real_board(), rules, position)) {
        benchmark::DoNotOptimize(play(real_board(), position, move));
      }
    }
  }
  set_positions(state, positions.size());
}

void canonical_form(benchmark::State& state) {
  const auto positions = positions_of_games(false);
  for (auto _ : state) {
    for (const Position& position : positions) benchmark::DoNotOptimize(canonical(real_board(), position));
  }
  set_positions(state, positions.size());
}

// Nine plies from the start of the real game: 7,303,442 leaves.
void perft_9(benchmark::State& state, Leaves leaves, InstructionSet set) {
  const std::size_t threads = thread_argument(state);
  std::uint64_t sequences = 0;
  for (auto _ : state) sequences += parallel_perft(real_board(), {}, real_start(), 9, leaves, threads, set);
  state.SetItemsProcessed(static_cast<std::int64_t>(sequences));
}

void register_perft(const std::string& name, Leaves leaves, InstructionSet set) {
  benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) { perft_9(state, leaves, set); })
      ->ArgName("threads")
      ->Arg(1)
      ->Arg(2)
      ->MeasureProcessCPUTime()
      ->UseRealTime();
}

}  // namespace

BENCHMARK(count_moves_of)->ArgName("diagonal")->Arg(0)->Arg(1);
BENCHMARK(list_legal_moves)->ArgName("diagonal")->Arg(0)->Arg(1);
BENCHMARK(list_and_play_moves)->ArgName("diagonal")->Arg(0)->Arg(1);
BENCHMARK(canonical_form);

int main(int argc, char** argv) {
  register_perft("perft_9/played", Leaves::kPlayed, InstructionSet::kPortable);
  for (const InstructionSet set : supported_instruction_sets()) {
    register_perft("perft_9/counted/" + std::string(to_string(set)), Leaves::kCounted, set);
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
}

// Measures how many positions from games on the real board can be decided without a database, and in how many seconds.
//
//   sampled_games FIRST LAST SECONDS THREADS
//
// Position i comes from seed i, so the positions can be measured in several runs. To get a position, two players of
// random levels from 3 to 7 play a game of 10 to 40 plies under the stuck rule `loses`; the game's last position is
// measured. Prints a line of CSV for each position: the position's number and text, three columns for the prover, and
// the same three for the search by plies. The three columns are the seconds, the value, and the number of positions
// visited. The value is empty if the time was up.
#include <fmt/format.h>

#include <cstdio>
#include <random>
#include <string>

#include "bench/must.h"
#include "core/moves.h"
#include "core/notation.h"
#include "core/start.h"
#include "solver/search/move_choice.h"
#include "solver/search/prove.h"
#include "solver/search/prover.h"
#include "solver/search/search_analysis.h"

using namespace uisge;

namespace {

constexpr RuleSet kRules{StuckRule::kLoses, false};
constexpr std::uint64_t kMemory = std::uint64_t{1} << 30;
constexpr int kPliesOfPlayers = 6;

// Plays a game for 10 to 40 plies, and returns its last position; nothing if the game ends earlier.
std::optional<Position> play_game(const Board& board, ProofSession& session, std::mt19937_64& random) {
  std::uniform_int_distribution<int> level(3, 7);
  const std::array<int, 2> levels{level(random), level(random)};
  const int plies = std::uniform_int_distribution<int>(10, 40)(random);
  Position position = must(start_position(board, 6));
  for (int ply = 0; ply < plies; ++ply) {
    const Analysis analysis = analyse(session, position);
    if (analysis.moves.empty()) return std::nullopt;
    const std::size_t chosen = choose_move(analysis.moves, levels[static_cast<std::size_t>(ply % 2)], random);
    position = play(board, position, analysis.moves[chosen].move);
  }
  if (game_end(board, kRules, position) != GameEnd::kNotOver) return std::nullopt;
  return position;
}

std::string columns(const Verdict& verdict, std::chrono::duration<double> elapsed, std::uint64_t visits) {
  return fmt::format("{:.3f},{},{}", elapsed.count(), verdict.is_decided() ? to_string(*verdict.outcome) : "", visits);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) {
    std::fputs("sampled_games FIRST LAST SECONDS THREADS\n", stderr);
    return 2;
  }
  const Board board(kRealBoard);
  const std::chrono::duration<double> time(std::stod(argv[3]));
  const std::size_t threads = std::stoul(argv[4]);
  const ProofLimits player_limits{.max_plies = kPliesOfPlayers, .memory_bytes = std::uint64_t{1} << 24};
  const auto players = must(ProofSession::make(board, kRules, player_limits));
  for (unsigned long i = std::stoul(argv[1]); i < std::stoul(argv[2]); ++i) {
    std::mt19937_64 random(i);
    std::optional<Position> position;
    while (!position) position = play_game(board, *players, random);

    const ProverLimits prover_limits{.memory_bytes = kMemory, .threads = threads, .time = time};
    const ProverResult proved = must(Prover::make(board, kRules, prover_limits))->prove(*position);

    const ProofLimits limits{.max_plies = kMaxSearchPlies, .memory_bytes = kMemory, .time = time, .threads = threads};
    const ProofResult searched = prove(*must(ProofSession::make(board, kRules, limits)), *position);

    fmt::print("{},{},{},{}\n", i, to_text(board, *position), columns(proved.verdict, proved.elapsed, proved.visits),
               columns(searched.verdict, searched.elapsed, searched.nodes));
    std::fflush(stdout);
  }
}

#include "solver/parallel_perft.h"

#include <atomic>
#include <cassert>

#include "solver/parallel_loop.h"

namespace uisge {

namespace {

constexpr std::size_t kBranchesPerThread = 64;  // many, since branches differ much in size
// A branch has at least this number of plies left, since fewer plies are too little work for a task.
constexpr int kLeastBranchPlies = 3;

// The positions one ply after those in `positions`. A position in which the game is over has no successors.
std::vector<Position> expanded(const Board& board, RuleSet rules, const std::vector<Position>& positions) {
  std::vector<Position> next;
  for (const Position& position : positions) {
    for (const Move move : playable_moves(board, rules, position)) next.push_back(play(board, position, move));
  }
  return next;
}

}  // namespace

std::uint64_t parallel_perft(const Board& board, RuleSet rules, const Position& position, int plies, Leaves leaves,
                             std::size_t threads, InstructionSet instructions) {
  assert(threads >= 1);
  if (threads == 1) return perft(board, rules, position, plies, leaves, instructions);
  std::vector<Position> branches{position};
  int branch_plies = plies;
  while (branch_plies > kLeastBranchPlies && !branches.empty() && branches.size() < kBranchesPerThread * threads) {
    branches = expanded(board, rules, branches);
    --branch_plies;
  }
  std::atomic<std::uint64_t> sum = 0;
  parallel_for_each({branches.size(), threads}, [&](std::size_t /*thread*/, std::size_t i) {
    sum += perft(board, rules, branches[i], branch_plies, leaves, instructions);
  });
  return sum;
}

std::vector<PerftShare> perft_divide(const Board& board, RuleSet rules, const Position& position, int plies,
                                     Leaves leaves, std::size_t threads, InstructionSet instructions) {
  assert(plies >= 1);
  std::vector<PerftShare> shares;
  for (const Move move : playable_moves(board, rules, position)) {
    shares.push_back(
        {move, parallel_perft(board, rules, play(board, position, move), plies - 1, leaves, threads, instructions)});
  }
  return shares;
}

}  // namespace uisge

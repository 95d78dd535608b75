// Positions with what the search has proved about them.
#pragma once

#include <random>
#include <vector>

#include "solver/search/certificate.h"
#include "tests/core/oracle_bridge.h"
#include "tests/search/small_prover.h"
#include "tests/search/small_session.h"

namespace uisge::test {

// A position, and what the search says about it: a win, a loss, or no forced result within its plies.
struct Proven {
  Position position;
  ProofResult result;
  Certificate certificate;
};
// Searches `attempts` random positions of three a side to `plies` plies. Returns all but the draws.
inline std::vector<Proven> proven_positions(const Board& board, RuleSet rules, int plies, int attempts, unsigned seed) {
  const oracle::Universe universe(board.files(), board.ranks(), 3);
  std::mt19937 random(seed);
  std::vector<Proven> proven;
  for (int i = 0; i < attempts; ++i) {
    const std::size_t index = std::uniform_int_distribution<std::size_t>(0, universe.size() - 1)(random);
    const Position position = from_oracle(universe.position(index));
    const auto session = session_for(board, rules, plies);
    const ProofResult result = prove(*session, position);
    if (result.verdict.is_draw()) continue;
    proven.push_back({position, result, certify(*session, position, result).value()});
  }
  return proven;
}

// A false strategy: every reachable position "wins" by its first move, all within the same number of plies. So the
// positions support each other in a circle.
inline Strategy circular_strategy(const Board& board, RuleSet rules, const Position& start, std::size_t most) {
  Strategy circle;
  for (std::vector<Position> open{start}; !open.empty() && circle.size() < most;) {
    const Position position = open.back();
    open.pop_back();
    const MoveList moves = playable_moves(board, rules, position);
    if (moves.empty() || !circle.try_emplace(position, StrategyMove{moves.front(), 100}).second) continue;
    const Position next = play(board, position, moves.front());
    for (const Move reply : playable_moves(board, rules, next)) open.push_back(play(board, next, reply));
  }
  return circle;
}

}  // namespace uisge::test

#include "db/ranked_moves.h"

#include <algorithm>
#include <tuple>

namespace uisge {

MoveList moves_by_text(const Board& board, RuleSet rules, const Position& position) {
  MoveList moves = playable_moves(board, rules, position);
  const auto key = [&](Move move) {
    return std::tuple(board.file(move.from), board.rank(move.from), board.file(move.to), board.rank(move.to));
  };
  std::sort(moves.begin(), moves.end(), [&](Move a, Move b) { return key(a) < key(b); });
  return moves;
}

Analysis unjudged_analysis(const Board& board, RuleSet rules, const Position& position) {
  Analysis analysis{Verdict::undecided_within(0), {}};
  for (const Move move : moves_by_text(board, rules, position)) {
    analysis.moves.push_back({move, Verdict::undecided_within(0)});
  }
  return analysis;
}

void rank_moves(std::vector<RankedMove>& moves, Verdict position) {
  std::stable_sort(moves.begin(), moves.end(),
                   [](const RankedMove& a, const RankedMove& b) { return is_better(a.verdict, b.verdict); });
  if (moves.empty()) return;
  // A list of noted positions may know the position and lack its best moves.
  const Verdict best = position.is_draw() || position.has_distance() ? position : moves.front().verdict;
  for (RankedMove& move : moves) move.best = move.verdict.is_decided() && move.verdict == best;
}

}  // namespace uisge

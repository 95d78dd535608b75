#include "db/ranked_moves.h"

#include <algorithm>
#include <tuple>

namespace uisge {

void sort_by_text(const Board& board, MoveList& moves) {
  const auto key = [&](Move move) {
    return std::tuple(board.file(move.from), board.rank(move.from), board.file(move.to), board.rank(move.to));
  };
  std::sort(moves.begin(), moves.end(), [&](Move a, Move b) { return key(a) < key(b); });
}

void rank_moves(std::vector<RankedMove>& moves) {
  std::stable_sort(moves.begin(), moves.end(),
                   [](const RankedMove& a, const RankedMove& b) { return is_better(a.verdict, b.verdict); });
  for (RankedMove& move : moves) {
    move.best = move.verdict.is_decided() && move.verdict == moves.front().verdict;
  }
}

}  // namespace uisge

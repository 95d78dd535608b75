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
  std::stable_sort(moves.begin(), moves.end(), [](const RankedMove& a, const RankedMove& b) {
    const bool open_draws = a.label == b.label && a.is_open != b.is_open;
    return open_draws ? a.is_open : is_better(a.label, b.label);
  });
  for (RankedMove& move : moves) {
    move.best = move.label == moves.front().label && !move.is_open && !moves.front().is_open;
  }
}

}  // namespace uisge

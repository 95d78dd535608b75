#include "db/placement_census.h"

#include <algorithm>

#include "core/placement.h"

namespace uisge {

std::vector<SquareSet> placement_census(const Board& board, int pieces) {
  std::vector<SquareSet> level;
  for (int i = 0; i < board.squares(); ++i) {
    level.push_back(canonical_placement(board, SquareSet(Square(i))).occupied_bb);
  }
  for (int size = 1;; ++size) {
    std::sort(level.begin(), level.end());
    level.erase(std::unique(level.begin(), level.end()), level.end());
    if (size == 2 * pieces) return level;
    std::vector<SquareSet> grown;
    for (const SquareSet occupied_bb : level) grow_placement(board, occupied_bb, grown);
    level = std::move(grown);
  }
}

}  // namespace uisge

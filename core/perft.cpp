#include "core/perft.h"

#include <cassert>

#include "core/movegen.h"

namespace uisge {

namespace {

template <bool kDiagonalJumps>
class Perft {
 public:
  Perft(const Board& board, bool passes, Leaves leaves)
      : board_(board), passes_(passes), counts_leaves_(leaves == Leaves::kCounted) {}

  std::uint64_t run(const Pieces& pieces, int plies) const {
    if (plies == 0) return 1;
    // Only the opponent can have completed: by its last move.
    if (pieces.opponent_all_crowns()) return 0;
    if (plies == 1 && counts_leaves_) {
      const int moves = count_moves<kDiagonalJumps>(board_, pieces);
      return moves > 0 ? static_cast<std::uint64_t>(moves) : pass(pieces, plies);
    }
    std::uint64_t sequences = 0;
    bool has_moves = false;
    visit_moves<kDiagonalJumps>(board_, pieces, [&]<MoveKind kKind>(auto from, SquareSet targets_bb) {
      for (const Square to : targets_bb) {
        sequences += run(pieces.after<kKind>(from(to), to), plies - 1);
        has_moves = true;
      }
    });
    return has_moves ? sequences : pass(pieces, plies);
  }

 private:
  // The stuck mover's turn: a ply under `passes` unless the other side is stuck too, otherwise the end of the game.
  std::uint64_t pass(const Pieces& pieces, int plies) const {
    if (!passes_ || is_stuck<kDiagonalJumps>(board_, pieces.passed())) return 0;
    return run(pieces.passed(), plies - 1);
  }

  const Board& board_;
  bool passes_;
  bool counts_leaves_;
};

}  // namespace

std::uint64_t perft(const Board& board, RuleSet rules, const Position& position, int plies, Leaves leaves) {
  assert(plies >= 0);
  if (plies > 0 && !position.is_live()) return 0;
  const Pieces pieces{position.mover_bb(), position.opponent_bb(), position.crowns_bb()};
  const bool passes = rules.stuck == StuckRule::kPasses;
  return rules.diagonal_jumps ? Perft<true>(board, passes, leaves).run(pieces, plies)
                              : Perft<false>(board, passes, leaves).run(pieces, plies);
}

}  // namespace uisge

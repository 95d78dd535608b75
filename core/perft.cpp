#include "core/perft.h"

#include <cassert>

#include "core/lane_perft.h"
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

#if defined(__x86_64__) || defined(__aarch64__)
#define UISGE_HAS_LANES
// The mover has no move: may it pass, or is the other side stuck too?
template <bool kDiagonalJumps>
bool can_pass(const void* board, const LanePosition& stuck) {
  const Pieces passed{SquareSet(stuck.opponent), SquareSet(stuck.mover), SquareSet(stuck.crowns)};
  return !is_stuck<kDiagonalJumps>(*static_cast<const Board*>(board), passed);
}

std::uint64_t lane_perft(const Board& board, RuleSet rules, const Pieces& pieces, int plies,
                         [[maybe_unused]] InstructionSet set) {
  LaneGame game{static_cast<std::uint64_t>(board.files()),
                board.all_bb().bits(),
                board.first_file_bb().bits(),
                board.last_file_bb().bits(),
                rules.diagonal_jumps,
                nullptr,
                &board};
  if (rules.stuck == StuckRule::kPasses) game.can_pass = rules.diagonal_jumps ? can_pass<true> : can_pass<false>;
  const LanePosition position{pieces.mover_bb.bits(), pieces.opponent_bb.bits(), pieces.crowns_bb.bits()};
#if defined(__aarch64__)
  assert(set == InstructionSet::kNeon);
  return lane_perft_neon(game, position, plies);
#else
  if (set == InstructionSet::kAvx512) return lane_perft_avx512(game, position, plies);
  return lane_perft_avx2(game, position, plies);
#endif
}
#endif

}  // namespace

std::uint64_t perft(const Board& board, RuleSet rules, const Position& position, int plies, Leaves leaves,
                    [[maybe_unused]] InstructionSet instructions) {
  assert(plies >= 0);
  if (plies > 0 && !position.is_live()) return 0;
  const Pieces pieces{position.mover_bb(), position.opponent_bb(), position.crowns_bb()};
#if defined(UISGE_HAS_LANES)
  if (plies > 0 && leaves == Leaves::kCounted && instructions != InstructionSet::kPortable) {
    return lane_perft(board, rules, pieces, plies, instructions);
  }
#endif
  const bool passes = rules.stuck == StuckRule::kPasses;
  return rules.diagonal_jumps ? Perft<true>(board, passes, leaves).run(pieces, plies)
                              : Perft<false>(board, passes, leaves).run(pieces, plies);
}

}  // namespace uisge

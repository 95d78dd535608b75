#include "core/perft.h"

#include <cassert>

#include "core/lane_perft.h"
#include "core/movegen.h"

namespace uisge {

namespace {

// A count of at most this number of plies does not look at the flag that cancels it, so the flag costs no time. Such a
// count takes some milliseconds where both sides have many moves.
constexpr int kPliesBetweenLooks = 5;

template <bool kDiagonalJumps>
class Perft {
 public:
  Perft(const Board& board, bool passes, Leaves leaves)
      : board_(board), passes_(passes), counts_leaves_(leaves == Leaves::kCounted) {}

  std::uint64_t run(const Pieces& pieces, int plies) const {
    if (plies == 0) return 1;
    // Only the opponent can have completed, since it made the last move.
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
  // Counts the sequences that begin with the pass of a stuck mover. If the rules allow no pass, or the other side is
  // stuck too, the game ends, and there are no sequences.
  std::uint64_t pass(const Pieces& pieces, int plies) const {
    if (!passes_ || is_stuck<kDiagonalJumps>(board_, pieces.passed())) return 0;
    return run(pieces.passed(), plies - 1);
  }

  const Board& board_;
  bool passes_;
  bool counts_leaves_;
};

using CountByLanes = std::uint64_t (*)(const LaneGame& game, const LanePosition& position, int plies);

// The function that counts with the instruction set `set`; null if portable code counts.
CountByLanes count_by_lanes(InstructionSet set) {
  switch (set) {
    case InstructionSet::kPortable: break;
#if defined(__x86_64__)
    case InstructionSet::kAvx2: return lane_perft_avx2;
    case InstructionSet::kAvx512: return lane_perft_avx512;
#else
    case InstructionSet::kAvx2:
    case InstructionSet::kAvx512: break;
#endif
#if defined(__aarch64__)
    case InstructionSet::kNeon: return lane_perft_neon;
#else
    case InstructionSet::kNeon: break;
#endif
  }
  return nullptr;
}

// Whether the stuck mover may pass: the other side must not be stuck too.
template <bool kDiagonalJumps>
bool can_pass(const void* board, const LanePosition& stuck) {
  const Pieces passed{SquareSet(stuck.opponent), SquareSet(stuck.mover), SquareSet(stuck.crowns)};
  return !is_stuck<kDiagonalJumps>(*static_cast<const Board*>(board), passed);
}

std::uint64_t perft_by_lanes(CountByLanes count, const Board& board, RuleSet rules, const Pieces& pieces, int plies) {
  LaneGame game{static_cast<std::uint64_t>(board.files()),
                board.all_bb().bits(),
                board.first_file_bb().bits(),
                board.last_file_bb().bits(),
                rules.diagonal_jumps,
                nullptr,
                &board};
  if (rules.stuck == StuckRule::kPasses) game.can_pass = rules.diagonal_jumps ? can_pass<true> : can_pass<false>;
  return count(game, {pieces.mover_bb.bits(), pieces.opponent_bb.bits(), pieces.crowns_bb.bits()}, plies);
}

}  // namespace

std::uint64_t perft(const Board& board, RuleSet rules, const Position& position, int plies, Leaves leaves,
                    InstructionSet instructions, const std::atomic<bool>* cancel) {
  assert(plies >= 0);
  assert(is_supported(instructions));
  if (cancel != nullptr && plies > kPliesBetweenLooks) {
    std::uint64_t sequences = 0;
    for (const Move move : playable_moves(board, rules, position)) {
      if (*cancel) break;
      sequences += perft(board, rules, play(board, position, move), plies - 1, leaves, instructions, cancel);
    }
    return sequences;
  }
  if (plies > 0 && !position.is_live()) return 0;
  const Pieces pieces = pieces_of(position);
  const CountByLanes count = count_by_lanes(instructions);
  if (plies > 0 && leaves == Leaves::kCounted && count != nullptr) {
    return perft_by_lanes(count, board, rules, pieces, plies);
  }
  const bool passes = rules.stuck == StuckRule::kPasses;
  return rules.diagonal_jumps ? Perft<true>(board, passes, leaves).run(pieces, plies)
                              : Perft<false>(board, passes, leaves).run(pieces, plies);
}

}  // namespace uisge

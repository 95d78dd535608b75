/// \file
/// Answers: the verdict of a position, and the verdict of each of its moves.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "uisge/game.h"

namespace uisge {
UISGE_INLINE namespace v1 {
  /// Who wins, always seen from the side to move in the position that was asked about.
  enum class Value : std::uint8_t {
    kDraw = 0,  ///< Neither side can force a win.
    kWin = 1,   ///< The side to move wins.
    kLoss = 2,  ///< The side to move loses.
    /// A search has not decided the position, or a proof does not cover the position. A database decides every
    /// position.
    kUndecided = 3
  };

  /// A value, and the number of plies to the end when the winner hurries and the loser delays.
  struct Verdict {
    Value value = Value::kDraw;        ///< Who wins.
    std::optional<int> distance = {};  ///< Plies to the end; empty for a draw, or if only the value is known.
    int no_forced_win_within = 0;      ///< If kUndecided: neither side can force a win within this number of plies.
    /// The most plies until the game ends. Set only if no distance is known: in verdicts from a proof, and if a list of
    /// noted positions lacks the position but knows a move that wins.
    std::optional<int> within = {};
    /// Whether all members are equal.
    bool operator==(const Verdict& other) const = default;
  };

  /// A move and its verdict for the player who makes it; distances count from the position before the move.
  struct RankedMove {
    Move move;        ///< The move.
    Verdict verdict;  ///< The verdict for the player who makes the move.
    /// The move has the position's value, and its distance or, if only bounds are known, the best bound. False for an
    /// unknown value.
    bool best = false;
    /// Whether all members are equal.
    bool operator==(const RankedMove& other) const = default;
  };

  /// A position and its moves.
  struct Analysis {
    Verdict verdict;  ///< The position's own verdict, for the side to move.
    /// The moves, best first: wins, shortest first; undecided; draws; losses, longest first. Equally good moves are in
    /// the order of their texts. Empty if the game is over.
    std::vector<RankedMove> moves;
  };

}  // namespace v1
}  // namespace uisge

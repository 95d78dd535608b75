/// \file
/// Games gone over with a database: which moves gave something away. In the component `solver`.
#pragma once

#include <cstdint>
#include <vector>

#include "uisge/database.h"
#include "uisge/record.h"

namespace uisge {
UISGE_INLINE namespace v1 {
  /// What a move gave away.
  enum class MoveMark : std::uint8_t {
    kNone = 0,    ///< Nothing: it is as good as the best, as far as is known.
    kSlow = 1,    ///< Plies: the value stays, but a win takes longer or a loss comes sooner.
    kMistake = 2  ///< The value: a win, or a draw that becomes a loss.
  };

  /// A move of a game, and the best there was.
  struct MoveReview {
    RankedMove played;                ///< The move, and what it led to.
    RankedMove best;                  ///< A best move of that position.
    MoveMark mark = MoveMark::kNone;  ///< What the difference is.
    bool is_only = false;             ///< No other move keeps the value, and there are others.
    int plies_given_away = 0;         ///< Of a slow move.
  };

  /// A review of every move of the game. Throws Error: kUsage if a move cannot be played, if the game is of another
  /// board, piece count or rule set than the probe's database, or if another thread uses the probe; kBadFile,
  /// kResource.
  UISGE_EXPORT std::vector<MoveReview> review(Probe & probe, const GameRecord& record);

}  // namespace v1
}  // namespace uisge

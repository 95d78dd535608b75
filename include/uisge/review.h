/// \file
/// Reviews of games by a database: which moves gave something away. Component: `solver`.
#pragma once

#include <cstdint>
#include <vector>

#include "uisge/database.h"
#include "uisge/record.h"

namespace uisge {
UISGE_INLINE namespace v1 {
  /// What a move gave away.
  enum class MoveMark : std::uint8_t {
    kNone = 0,    ///< Nothing was given away: no better move is known.
    kSlow = 1,    ///< The move gave plies away: the value stays, but a win takes longer or a loss comes sooner.
    kMistake = 2  ///< The move gave the value away: a win becomes a draw or a loss, or a draw becomes a loss.
  };

  /// A move of a game, and a best move in the same position.
  struct MoveReview {
    RankedMove played;                ///< The played move with its verdict.
    RankedMove best;                  ///< A best move in the position before the played move.
    MoveMark mark = MoveMark::kNone;  ///< What the played move gave away.
    bool is_only = false;             ///< Whether other moves exist, and only the played move keeps the win or draw.
    int plies_given_away = 0;         ///< The plies by which a slow move delays a win or hastens a loss; otherwise 0.
  };

  /// A review of every move of the game. Throws Error: kUsage if a move cannot be played, if the game is of another
  /// board, piece count or rule set than the probe's database, or if another thread uses the probe; kBadFile if the
  /// file is damaged; kResource if reading fails.
  UISGE_EXPORT std::vector<MoveReview> review(Probe & probe, const GameRecord& record);

}  // namespace v1
}  // namespace uisge

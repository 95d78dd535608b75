/// \file
/// What is known about the start of a game without any file, whoever found it.
#pragma once

#include <optional>
#include <string>

#include "uisge/verdict.h"

namespace uisge {
UISGE_INLINE namespace v1 {
  /// Value and bounds of a start, and what they rest on.
  struct Known {
    Value value = Value::kUndecided;  ///< Who wins, from the side to move; kUndecided while nobody knows.
    /// Plies that a win takes at least, with perfect play; while the value is not known, neither side can force a win
    /// in fewer. None for a draw, and where nothing is known.
    std::optional<int> at_least = {};
    /// Plies that it takes at most; none for a draw, and where nothing is known.
    std::optional<int> within = {};
    /// What the value rests on, the strongest: "proof" (one that can be replayed), "distances", "processors" or "card"
    /// (solved with distances; for values alone by processors, or on a graphics card). Empty while it is not known.
    std::string source = {};
    std::string text = {};  ///< All of this in a sentence.

    /// Plies to the end, if both bounds are the same.
    std::optional<int> distance() const { return at_least == within ? within : std::nullopt; }
  };

  /// What is known of a position: nothing unless it is the start of its game, or equal to it up to the board's
  /// symmetries and an exchange of colours. `known(Position(), {})` asks about the real game. From a table that is
  /// compiled in; some microseconds. Throws Error (usage) if there are no such rules.
  UISGE_EXPORT std::optional<Known> known(const Position& position, Rules rules);

}  // namespace v1
}  // namespace uisge

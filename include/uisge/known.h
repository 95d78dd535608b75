/// \file
/// What is known about the start of a game, from a table that is compiled into the library.
#pragma once

#include <optional>
#include <string>

#include "uisge/verdict.h"

namespace uisge {
UISGE_INLINE namespace v1 {
  /// The value and bounds of a start, and their sources.
  struct Known {
    Value value = Value::kUndecided;  ///< The value for the side to move; kUndecided if it is not known.
    /// The least number of plies that a win can take with perfect play. If the value is not known, neither side can
    /// force a win in fewer plies. Empty for a draw, and if no bound is known.
    std::optional<int> at_least = {};
    /// The greatest number of plies that a win can take. Empty for a draw, and if no bound is known.
    std::optional<int> within = {};
    /// The strongest source of the value: "proof" (it can be replayed), "distances" (solved with distances),
    /// "processors" or "card" (solved for values alone, by CPUs or on a graphics card). Empty if the value is not
    /// known.
    std::string source = {};
    std::string text = {};  ///< The value, bounds and source in a sentence.

    /// The number of plies to the end, if the two bounds are equal.
    std::optional<int> distance() const { return at_least == within ? within : std::nullopt; }
  };

  /// What is known of a position. Returns std::nullopt unless the position is the start of its game, or equal to the
  /// start up to the board's symmetries and an exchange of colours. `known(Position(), {})` asks about the real game.
  /// Takes some microseconds. Throws Error (usage) if `rules` is not one of the eight rule sets.
  UISGE_EXPORT std::optional<Known> known(const Position& position, Rules rules);

}  // namespace v1
}  // namespace uisge

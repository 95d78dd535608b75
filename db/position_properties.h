// The properties of a position and of its moves for which the user can search (position_finder.h).
//
// A position fits if it has all of the given properties.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>

#include "core/outcome.h"
#include "db/position_cell.h"

namespace uisge {

struct CountRange {
  std::uint32_t least = 0;
  std::uint32_t most = std::numeric_limits<std::uint32_t>::max();
  constexpr bool contains(std::uint32_t count) const { return least <= count && count <= most; }
};

// Counts of the moves that the side to move may play, including a pass; all 0 when the game is over.
struct MoveCounts {
  std::uint32_t all = 0;
  std::uint32_t winning = 0;
  std::uint32_t losing = 0;
  std::uint32_t losing_at_once = 0;  // moves after which the other side wins within a ply; 0 if there are no distances
  std::uint32_t best = 0;            // moves of best play; if there are no distances, moves that keep the value
  constexpr bool operator==(const MoveCounts&) const = default;
  constexpr std::uint32_t drawing() const { return all - winning - losing; }
  // The number of moves that keep the value of a position with this `outcome`.
  constexpr std::uint32_t keeping(Outcome outcome) const {
    return outcome == Outcome::kWin ? winning : outcome == Outcome::kLoss ? losing : drawing();
  }
};

struct MoveProperties {
  std::optional<CountRange> winning;
  std::optional<CountRange> drawing;
  std::optional<CountRange> losing;
  std::optional<CountRange> keeping;
  std::optional<CountRange> best;
  // The number of moves that do not win, and after which the other side does not win within a ply.
  std::optional<CountRange> plausible_others;

  constexpr bool any() const { return winning || drawing || losing || keeping || best || plausible_others; }
  constexpr bool match(const MoveCounts& counts, Outcome outcome) const {
    const auto within = [](const std::optional<CountRange>& range, std::uint32_t count) {
      return !range || range->contains(count);
    };
    return within(winning, counts.winning) && within(drawing, counts.drawing()) && within(losing, counts.losing) &&
           within(keeping, counts.keeping(outcome)) && within(best, counts.best) &&
           within(plausible_others, counts.all - counts.winning - counts.losing_at_once);
  }
};

// Properties of one side that follow from its squares and crowns.
struct SideProperties {
  std::optional<CountRange> crowns;
  std::optional<CountRange> blanks;
  // The number of legal moves that the side would have if it were to move.
  std::optional<CountRange> moves;
  // The number of pinned pieces: those without which the other pieces would not be connected.
  std::optional<CountRange> pinned;

  constexpr bool any() const { return crowns || blanks || moves || pinned; }
};

struct PositionProperties {
  std::array<bool, 3> outcomes{true, true, true};  // indexed by Outcome: whether a position may have this value
  std::optional<CountRange> distance;              // plies of a win or loss; a draw has no distance
  SideProperties mover;
  SideProperties opponent;
  MoveProperties moves;
  // A further condition that a position must meet; the function may be empty. Called from several threads, for
  // positions that have all other properties.
  std::function<bool(PositionCell)> also;

  // Whether value and distance fit.
  bool fits(Label label) const {
    const bool fits_distance = !distance || (label.has_distance() && distance->contains(label.distance));
    return fits_distance && outcomes[index(label.outcome)];
  }
  bool asks_labels() const { return distance || outcomes != std::array{true, true, true}; }
  bool any() const { return asks_labels() || mover.any() || opponent.any() || moves.any() || also; }
};

// A puzzle is a win in at least kPuzzlePlies plies. Exactly one move wins, and at least kPuzzlePlausibleMoves other
// moves do not lose at once.
inline constexpr std::uint32_t kPuzzlePlausibleMoves = 5;
inline constexpr std::uint32_t kPuzzlePlies = 5;

}  // namespace uisge

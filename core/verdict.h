// What is known of a position: who wins and in how many plies, or within how many plies neither side can force a win.
//
// A position's verdict is for the side to move. A move's verdict is for the side that makes the move, and its plies
// count from the position before the move. A label (core/outcome.h), which a database stores for a position, always has
// a value. A verdict of a search or of an unfinished solve may have no value.
#pragma once

#include <optional>

#include "core/outcome.h"

namespace uisge {

struct Verdict {
  std::optional<Outcome> outcome;  // none: not decided
  // A win or loss has its distance here, or kUncountedPlies. An undecided verdict has the number of plies within which
  // neither side can force a win. A draw has 0.
  Plies plies = 0;

  static constexpr Verdict win(int plies) { return {Outcome::kWin, static_cast<Plies>(plies)}; }
  static constexpr Verdict loss(int plies) { return {Outcome::kLoss, static_cast<Plies>(plies)}; }
  static constexpr Verdict draw() { return {Outcome::kDraw, 0}; }
  static constexpr Verdict undecided_within(int plies) { return {std::nullopt, static_cast<Plies>(plies)}; }
  static constexpr Verdict of(Label label) { return {label.outcome, label.distance}; }

  constexpr bool is_decided() const { return outcome.has_value(); }
  constexpr bool is_win() const { return outcome == Outcome::kWin; }
  constexpr bool is_loss() const { return outcome == Outcome::kLoss; }
  constexpr bool is_draw() const { return outcome == Outcome::kDraw; }
  constexpr bool is_win_or_loss() const { return is_win() || is_loss(); }
  constexpr bool has_distance() const { return is_win_or_loss() && plies != kUncountedPlies; }
  constexpr bool operator==(const Verdict&) const = default;
};

constexpr Verdict without_distance(Verdict verdict) {
  return verdict.is_win_or_loss() ? Verdict{verdict.outcome, kUncountedPlies} : verdict;
}

// The verdict of a move for the side that makes it. `after` is the other side's verdict in the position after the move.
constexpr Verdict verdict_before(Verdict after) {
  if (after.is_draw()) return after;
  if (!after.is_decided()) return Verdict::undecided_within(after.plies + 1);
  return {opposite(*after.outcome), after.has_distance() ? static_cast<Plies>(after.plies + 1) : kUncountedPlies};
}

// Whether a player prefers verdict `a` to verdict `b`. The order: wins, shortest first; undecided verdicts; draws;
// losses, longest first. An undecided verdict may still become a win or loss that takes longer than every decided win
// or loss.
constexpr bool is_better(Verdict a, Verdict b) {
  const auto rank = [](Verdict verdict) {
    return verdict.is_win() ? 0 : !verdict.is_decided() ? 1 : verdict.is_draw() ? 2 : 3;
  };
  if (rank(a) != rank(b)) return rank(a) < rank(b);
  return a.is_win() ? a.plies < b.plies : a.is_loss() && a.plies > b.plies;
}

}  // namespace uisge

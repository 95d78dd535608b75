// Moves in the order of what they are worth to the player who makes them. Pure functions.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/moves.h"
#include "core/outcome.h"

namespace uisge {

// How hard a drawing move makes it for the other side (move_hardness.h).
struct Hardness {
  int replies = 0;         // the opponent's playable moves
  int losing_replies = 0;  // of these
  double share = 0;        // 0 to 1: how likely the opponent errs within the plies that were looked at
};

// What the mover gets by playing the move: distances are plies from the position before it.
struct RankedMove {
  Move move;
  Label label;
  bool best = false;     // keeps value and distance of the position; false for all where these are not known
  bool is_open = false;  // not decided by an unfinished solve: `label` is a draw's, and says nothing
  std::optional<Hardness> hardness = std::nullopt;  // of the drawing moves of a drawn position, if it was asked for
};

// The mover's label of a move after which the other side's label is `next`.
constexpr Label label_before(Label next) {
  if (next.outcome == Outcome::kDraw) return {};
  if (!next.has_distance()) return {opposite(next.outcome), kUncountedPlies};
  return {opposite(next.outcome), static_cast<Plies>(next.distance + 1)};
}

// Whether the mover likes `a` better than `b`: wins, shortest first; draws; losses, longest first.
constexpr bool is_better(Label a, Label b) {
  const auto rank = [](Outcome outcome) { return outcome == Outcome::kWin ? 0 : outcome == Outcome::kDraw ? 1 : 2; };
  if (a.outcome != b.outcome) return rank(a.outcome) < rank(b.outcome);
  return a.outcome == Outcome::kLoss ? a.distance > b.distance : a.distance < b.distance;
}

// In the order of their texts, which is by file before rank where Move's own order is by rank before file.
void sort_by_text(const Board& board, MoveList& moves);

// Sorts the moves best first, ties by text, and marks those as good as the first. Open moves come between wins and
// draws: some may win and others lose, but all later than any decided move. If an open move is first, none is marked.
// REQUIRES: moves are in the order of their texts.
void rank_moves(std::vector<RankedMove>& moves);

}  // namespace uisge

// What is said about a position: its verdict, and its moves in the order of what they are worth to the player who makes
// them. The same whoever says it (answerer.h). Pure functions.
#pragma once

#include <optional>
#include <vector>

#include "core/moves.h"
#include "core/verdict.h"

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
  Verdict verdict;
  bool best = false;  // keeps value and distance of the position; false for all where these are not known
  std::optional<Hardness> hardness = std::nullopt;  // of the drawing moves of a drawn position, if it was asked for
};

struct Analysis {
  Verdict verdict;
  std::vector<RankedMove> moves;  // best first; empty when the game is over
};

// In the order of their texts, which is by file before rank where Move's own order is by rank before file.
void sort_by_text(const Board& board, MoveList& moves);

// Sorts the moves best first, and marks those as good as the first: none where that is undecided. Equally good ones
// stay in their order, which is that of their texts unless somebody knows a better one.
void rank_moves(std::vector<RankedMove>& moves);

}  // namespace uisge

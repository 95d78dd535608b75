// The analysis of a position: its verdict, and its moves ranked by their value for the mover. Pure functions.
#pragma once

#include <optional>
#include <vector>

#include "core/moves.h"
#include "core/verdict.h"

namespace uisge {

// How hard it is for the other side to answer a drawing move (move_hardness.h).
struct Hardness {
  int replies = 0;         // the number of the opponent's legal moves; a pass is one
  int losing_replies = 0;  // the replies that lose for the opponent
  double share = 0;        // the probability, 0 to 1, that the opponent errs within the searched plies
};

// A move and its verdict for the mover; distances are plies from the position before the move.
struct RankedMove {
  Move move;
  Verdict verdict;
  bool best = false;                                // whether no move is known to be better; false if undecided
  std::optional<Hardness> hardness = std::nullopt;  // added by add_hardness, to drawing moves of a drawn position
  // What is known of the distance if the verdict is a win or loss without one: its bounds in plies.
  Plies at_least = 1;
  Plies at_most = kUncountedPlies;
};

struct Analysis {
  Verdict verdict;
  std::vector<RankedMove> moves;  // best first; empty when the game is over
};

// The playable moves in the order of their texts, by file before rank.
MoveList moves_by_text(const Board& board, RuleSet rules, const Position& position);

// The playable moves without verdicts, in the order of their texts.
Analysis unjudged_analysis(const Board& board, RuleSet rules, const Position& position);

// The plies within which the move wins or loses, or the game ends, if only this bound of the distance is known.
std::optional<int> within_of(const RankedMove& move);
std::optional<int> within_of(const Analysis& analysis);

// What the verdicts of all moves say about the position. The verdict is a win without a distance if an undecided move,
// or a win without a distance, may win sooner than the known wins. REQUIRES: there are moves.
Verdict verdict_of_moves(const std::vector<RankedMove>& moves);

// Sorts the moves, the best first, and marks the best moves. They are the moves that keep the value and distance of the
// position, if these are given; otherwise the moves that are as good as the first. Wins and losses without a distance
// are compared by `at_most`. No undecided move is marked. Equally good moves keep their order.
void rank_moves(std::vector<RankedMove>& moves, Verdict position = Verdict::undecided_within(0));

}  // namespace uisge

// An answerer, such as a proof, that knows who wins and an upper bound of the distance in plies, but not the distance.
#pragma once

#include <optional>
#include <vector>

#include "db/answerer.h"
#include "db/format.h"

namespace uisge {

struct BoundedAnalysis {
  // The verdicts of wins and losses have no distances, unless the game is over. A position or move about which nothing
  // is known has an undecided verdict. The best move comes first. A win with a smaller bound is better, and so is a
  // loss with a greater bound.
  Analysis analysis;
  std::optional<int> within;  // the position's bound; set if the position is won or lost and the game is not over
  // For each move of the analysis, the number of plies within which the move wins or loses. The move itself counts as a
  // ply. None if the number is unknown.
  std::vector<std::optional<int>> moves_within;
};

class BoundedAnswerer : public Answerer {
 public:
  // The board, the number of pieces, and the rules. The answerer answers under these rules until answer_under() names
  // other rules.
  virtual const DatabaseIdentity& identity() const = 0;
  virtual bool holds_under(RuleSet rules) const = 0;  // whether all answers would be right under `rules`
  // Changes the rules of all later answers. REQUIRES: holds_under(rules).
  virtual void answer_under(RuleSet rules) = 0;
  // Errors: those of analyse().
  virtual Result<BoundedAnalysis> look_up(const Position& position) = 0;
};

}  // namespace uisge

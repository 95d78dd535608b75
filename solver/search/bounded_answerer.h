// An answerer that knows who wins and within how many plies, but not the exact distance: a proof.
//
// A bound is not a distance. So the verdicts of an analysis have no distances, and separate members hold the bounds.
#pragma once

#include <optional>
#include <vector>

#include "db/answerer.h"
#include "db/format.h"

namespace uisge {

struct BoundedAnalysis {
  // Verdicts in the analysis have no distances, except for a game that is over, and are undecided where nothing is
  // known. Moves are ordered by their bounds, best first.
  Analysis analysis;
  std::optional<int> within;  // the position's bound; set if it is won or lost and not over
  // The bound of each move of the analysis, counted from the position before the move.
  std::vector<std::optional<int>> moves_within;
};

class BoundedAnswerer : public Answerer {
 public:
  // The board, the number of pieces, and the rules under which the answerer answers at first.
  virtual const DatabaseIdentity& identity() const = 0;
  virtual bool holds_under(RuleSet rules) const = 0;
  // Answers under these rules from now on. REQUIRES: holds_under(rules).
  virtual void answer_under(RuleSet rules) = 0;
  // Errors: those of analyse().
  virtual Result<BoundedAnalysis> look_up(const Position& position) = 0;
};

}  // namespace uisge

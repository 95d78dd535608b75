// An answerer (such as a proof) that knows who wins and within how many plies, but not the exact distance.
//
// A bound is not a distance. So the verdicts of an analysis have no distances, and separate members hold the bounds.
#pragma once

#include <optional>
#include <vector>

#include "db/answerer.h"
#include "db/format.h"

namespace uisge {

struct BoundedAnalysis {
  // Verdicts in the analysis have no distances, unless the game is over. A position or move about which nothing is
  // known has an undecided verdict. Moves are ordered by their bounds, best first.
  Analysis analysis;
  std::optional<int> within;  // the position's bound; set if the position is won or lost and the game is not over
  // For each move of the analysis, within how many plies it wins or loses, the move included; none if that is unknown.
  std::vector<std::optional<int>> moves_within;
};

class BoundedAnswerer : public Answerer {
 public:
  // The board, the number of pieces, and the rules under which the answerer answers until it is given other rules.
  virtual const DatabaseIdentity& identity() const = 0;
  virtual bool holds_under(RuleSet rules) const = 0;
  // From now on, the answerer answers under `rules`. REQUIRES: holds_under(rules).
  virtual void answer_under(RuleSet rules) = 0;
  // Errors: those of analyse().
  virtual Result<BoundedAnalysis> look_up(const Position& position) = 0;
};

}  // namespace uisge

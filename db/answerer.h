// The interface of everything that answers questions about positions: databases and checkpoints (probe.h), proofs, and
// the forward search.
//
// Not thread-safe.
#pragma once

#include <span>
#include <vector>

#include "core/error.h"
#include "core/position.h"
#include "db/ranked_moves.h"

namespace uisge {

class Answerer {
 public:
  virtual ~Answerer() = default;

  virtual Result<Analysis> analyse(const Position& position) = 0;
  // Announces positions that will be analysed soon, so that their data can be read together. Errors: those of analyse.
  virtual Result<void> prepare(std::span<const Position> positions) = 0;
  // The moves of best play to the end of the game; empty if they are unknown. REQUIRES: `verdict` is what analyse
  // returned for this position.
  virtual Result<std::vector<Move>> main_line(const Position& position, Verdict verdict) = 0;
};

}  // namespace uisge

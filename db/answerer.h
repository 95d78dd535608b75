// Whoever answers questions about positions: a database or checkpoint (probe.h), or a search where no file reaches.
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

  // The position's verdict and its moves.
  virtual Result<Analysis> analyse(const Position& position) = 0;
  // Says that these will be analysed soon: what they need is then found together, or before the first is asked about.
  // Errors: those of analyse.
  virtual Result<void> prepare(std::span<const Position> positions) = 0;
  // Best play of both sides to the end of the game; nothing where that is not known. REQUIRES: the verdict is the
  // position's, from analyse.
  virtual Result<std::vector<Move>> main_line(const Position& position, Verdict verdict) = 0;
};

}  // namespace uisge

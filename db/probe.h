// Questions to a database: value and distance of a position, its moves ranked, the main line.
//
// Positions that are over are answered from the rules, all others from the file. A position and its moves lie in a
// dozen units: some milliseconds from a cold file of any size, some microseconds once they are cached.
// Not thread-safe: one probe per thread, on one shared Database.
#pragma once

#include <string_view>
#include <vector>

#include "core/position.h"
#include "db/label_cache.h"
#include "db/ranked_moves.h"

namespace uisge {

struct Analysis {
  Label label;
  std::vector<RankedMove> moves;  // best first; empty when the game is over
};

class Probe {
 public:
  // Enough for every unit of four a side on 7x6.
  static constexpr std::size_t kStandardCacheBytes = std::size_t{512} << 20;

  explicit Probe(const Database& database, std::size_t cache_bytes = kStandardCacheBytes)
      : cache_(database, cache_bytes) {}
  const Database& database() const { return cache_.database(); }

  // A usage error if the position is of another board or piece count than the file, which is then named.
  Result<Label> label(const Position& position);
  Result<Analysis> analyse(const Position& position);

  // Best play of both sides, the first by text among equals, to the end of the game. A draw's line ends where a
  // position comes up again, or after kMaxDrawnLine plies: nobody makes progress in it.
  static constexpr std::size_t kMaxDrawnLine = 40;
  Result<std::vector<Move>> main_line(const Position& position);

 private:
  Result<void> check_identity(const Position& position) const;
  Result<Label> known_label(const Position& position);
  // The first by text of the moves that lead to `label` for the mover. REQUIRES: the game is not over.
  Result<Move> first_move_with(const Position& position, Label label);

  LabelCache cache_;
};

}  // namespace uisge

// Two sets of frontiers (lists of the positions that one ply decided): a ply reads the set that the previous ply
// filled, and fills the other set.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/outcome.h"
#include "core/rules.h"
#include "solver/retrograde/frontier.h"

namespace uisge {

class PlyFrontiers {
 public:
  // All lists together take at most `bytes`. Under the rule `wins` a ply reads and fills lists of both outcomes. Under
  // every other rule a ply reads lists of one outcome and fills lists of one outcome.
  PlyFrontiers(std::size_t placements, std::size_t chunk_size, std::uint64_t bytes, StuckRule stuck)
      : won_{empty(placements, chunk_size, bytes, stuck), empty(placements, chunk_size, bytes, stuck)},
        lost_{empty(placements, chunk_size, bytes, stuck), empty(placements, chunk_size, bytes, stuck)} {
    previous(Outcome::kLoss).mark_incomplete();  // positions in which the opponent has only crowns are in no list
  }

  Frontier& previous(Outcome outcome) { return pair(outcome)[next_ ^ 1]; }
  Frontier& next(Outcome outcome) { return pair(outcome)[next_]; }

  void begin_ply() {
    next(Outcome::kWin).clear();
    next(Outcome::kLoss).clear();
  }
  // After this call the next ply is dense: it uses no lists.
  void mark_incomplete() {
    next(Outcome::kWin).mark_incomplete();
    next(Outcome::kLoss).mark_incomplete();
  }
  void end_ply() { next_ ^= 1; }

 private:
  static Frontier empty(std::size_t placements, std::size_t chunk_size, std::uint64_t bytes, StuckRule stuck) {
    const std::uint64_t lists = stuck == StuckRule::kWins ? 4 : 2;
    return {placements, chunk_size, bytes / lists / sizeof(PieceState)};
  }
  std::array<Frontier, 2>& pair(Outcome outcome) { return outcome == Outcome::kWin ? won_ : lost_; }

  std::array<Frontier, 2> won_;
  std::array<Frontier, 2> lost_;
  std::size_t next_ = 0;
};

}  // namespace uisge

// The common interface of the two ways to count the positions that can arise from a position, ply by ply.
//
// A position arises in ply d if d is the least number of plies that lead to it. The game ends if a side has only
// crowns, or if the mover cannot move and the rules forbid a pass. A position and the position with exchanged colours
// count as one. All images of a reached position under the board's symmetries count as reached, so raw counts can be
// compared with the raw counts of a solve.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>

#include "db/parallel.h"

namespace uisge {

struct ReachCount {
  std::uint64_t canonical = 0;  // mirrored and rotated copies of a position count once
  std::uint64_t raw = 0;        // mirrored and rotated copies of a position count separately
  void add(const ReachCount& other) {
    canonical += other.canonical;
    raw += other.raw;
  }
  bool operator==(const ReachCount&) const = default;
};

struct ReachPly {
  ReachCount reached;    // positions reached for the first time
  ReachCount completed;  // those of `reached` in which the side that has just moved has only crowns
  void add(const ReachPly& other) {
    reached.add(other.reached);
    completed.add(other.completed);
  }
  bool operator==(const ReachPly&) const = default;
};

enum class ReachStop : std::uint8_t {
  kNone,      // the ply is complete
  kMemory,    // the ply does not fit in the memory
  kCancelled  // ReachCallbacks::cancel is set
};

struct ReachCallbacks {
  // A callback that gets the share of the ply that is done, 0 to 1, and the number of classes found so far. Called from
  // one thread at a time.
  std::function<void(double share, std::uint64_t found)> progress;
  const std::atomic<bool>* cancel = nullptr;

  bool cancelled() const { return wants_stop(cancel); }
};

class ReachEngine {
 public:
  virtual ~ReachEngine() = default;

  // Counts the positions that arise in the next ply; the first call is for ply 1. If the result is not kNone, the ply
  // has stopped early: `counts` has only the positions found before the stop, and the engine cannot be used any more.
  // Throws std::bad_alloc.
  virtual ReachStop run_ply(const ReachCallbacks& callbacks, ReachPly& counts) = 0;
};

}  // namespace uisge

// Counts, ply by ply, the positions that can arise from a position. There are two methods, planes and keys. A plane has
// a bit for every position of the board. If the planes do not fit in memory, the second method stores a key for each
// position that has arisen.
//
// Both methods give the same counts. The method with planes counts billions of positions per second. It takes 2 bits of
// memory per position of the board. The method with keys counts millions of positions per second. The keys take a
// little over 4 bytes of memory per position that has arisen; they suffice for the first dozen plies of the real game.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "core/error.h"
#include "core/position.h"
#include "core/rules.h"
#include "db/position_cell.h"
#include "solver/kernel/kernel.h"
#include "solver/reach/reach_engine.h"

namespace uisge {

enum class ReachMethod : std::uint8_t {
  kAuto,    // planes if they fit in the memory
  kPlanes,  // a bit for every position of the board (plane_reach.h)
  kKeys     // a key for each position that has arisen (key_reach.h)
};

struct ReachProgress {
  int ply = 0;
  double share = 0;
  std::uint64_t found = 0;  // classes of positions found in this ply
  std::uint64_t total = 0;  // classes of positions found in all earlier plies
};

struct ReachRequest {
  Position start;
  RuleSet rules;
  ReachMethod method = ReachMethod::kAuto;
  std::optional<int> max_plies = std::nullopt;  // nullopt: until no new position arises
  std::uint64_t memory_bytes = 0;
  std::size_t threads = 1;
  InstructionSet instructions = InstructionSet::kPortable;
  std::function<void(const ReachProgress&)> observer = nullptr;  // may be empty; called from one thread at a time
  const std::atomic<bool>* cancel = nullptr;                     // may be null
};

enum class ReachEnd : std::uint8_t { kComplete, kPlies, kMemory, kCancelled };

struct ReachResult {
  ReachMethod method = ReachMethod::kKeys;  // never kAuto
  ReachEnd end = ReachEnd::kComplete;
  std::vector<ReachPly> plies;  // complete plies in which new positions arose; ply 0 has only the start
  ReachPly total;
  ReachPly unfinished;           // the counts of the ply that was stopped
  std::uint64_t board_live = 0;  // all live positions of the board, as ReachCount::raw; 0 if not counted
  std::chrono::duration<double> elapsed{};
};

// Errors (kResource): the memory is too small for the method. Throws std::bad_alloc.
Result<ReachResult> reach(const ReachRequest& request);

// The set of all positions that can arise from a position. Any number of threads may use the object.
class ReachedPositions {
 public:
  virtual ~ReachedPositions() = default;
  // REQUIRES: the position of `cell` is live (neither side has only crowns; db/position_cell.h). The cell names its
  // placement by the index in the ascending list of canonical placements.
  virtual bool contains(PositionCell cell) const = 0;
};
// Finds all reachable positions with planes. Ignores the request's `method` and `max_plies`. Returns null if the search
// was cancelled. Errors (kResource): the memory is too small for the planes. Throws std::bad_alloc.
Result<std::unique_ptr<ReachedPositions>> find_reached(const ReachRequest& request);

}  // namespace uisge

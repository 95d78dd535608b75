// How many positions can arise from one, by ply: with the planes of the board where they fit, key by key where not.
//
// Both ways give the same numbers (the tests compare them). With planes the whole board is within reach, at billions
// of positions a second, for 2 bits of memory per position of the board. Key by key it is millions a second, for a
// little over 4 bytes per position that has arisen; on the real game's board that is the first dozen plies.
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
  kPlanes,  // whole blocks of positions
  kKeys     // position by position
};

struct ReachProgress {
  int ply = 0;  // under way
  double share = 0;
  std::uint64_t found = 0;  // classes, in this ply
  std::uint64_t total = 0;  // in the plies before
};

struct ReachRequest {
  Position start;
  RuleSet rules;
  ReachMethod method = ReachMethod::kAuto;
  std::optional<int> max_plies = std::nullopt;  // none: until nothing new arises
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
  std::vector<ReachPly> plies;  // the complete ones that found something, from ply 0, which is the start
  ReachPly total;
  ReachPly unfinished;           // what the ply after those had found when it was stopped
  std::uint64_t board_live = 0;  // raw live positions of the board, reached or not; 0 if nobody has counted them
  std::chrono::duration<double> elapsed{};
};

// Errors (resource): what the method needs is not within the memory. Throws std::bad_alloc.
Result<ReachResult> reach(const ReachRequest& request);

// Everything that can arise from a position, to be asked for one by one. Const: any number of threads may ask.
class ReachedPositions {
 public:
  virtual ~ReachedPositions() = default;
  // REQUIRES: a live cell (db/position_cell.h) of the canonical placements of the board and piece count, in order.
  virtual bool contains(PositionCell cell) const = 0;
};
// With planes, whatever the request's method, and to the end, whatever its plies. Null if it was cancelled. Errors
// (resource): the planes are not within the memory. Throws std::bad_alloc.
Result<std::unique_ptr<ReachedPositions>> find_reached(const ReachRequest& request);

}  // namespace uisge

// A cache of the reply keys (reply_key.h) of whole placements, shared by all threads.
//
// The moves of a placement lead to about thirty other placements. Placements that are near each other in the file lead
// to nearly the same ones, so a cache of a few thousand placements saves most of the work. The least recently used
// placement is evicted first. Thread-safe. Callers compute the keys outside the lock, so two threads sometimes compute
// the same keys.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "db/recent_entries.h"
#include "db/reply_key.h"

namespace uisge {

// The keys are in index order. A position in which the opponent has only crowns has the key of a loss in 0 plies. A
// position in which the mover has only crowns has the key of a draw; no move leads to such a position.
using PlacementKeys = std::shared_ptr<const std::vector<ReplyKey>>;

class PlacementKeyCache {
 public:
  // Makes a cache for placements with `pieces` pieces a side. The cache holds at least one placement, even if its keys
  // take more than max_bytes.
  PlacementKeyCache(int pieces, std::size_t max_bytes);
  PlacementKeys find(std::size_t placement);  // null if the cache lacks the placement
  void put(std::size_t placement, const PlacementKeys& keys);

 private:
  std::mutex mutex_;
  RecentEntries<PlacementKeys> entries_;  // by placement
};

}  // namespace uisge

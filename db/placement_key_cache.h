// A cache of the reply keys (reply_key.h) of whole placements, shared by all threads.
//
// The moves of a placement lead to about thirty other placements. Neighbouring placements in the file need nearly the
// same keys. So a cache of a few thousand placements saves most of the work. The least recently used placement is
// evicted first. Thread-safe. A thread that does not find a placement computes the keys of the placement outside the
// lock, so two threads may now and then do the same work.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "db/recent_entries.h"
#include "db/reply_key.h"

namespace uisge {

// The keys are in index order. If the opponent has only crowns, it has won, and the key is that of a loss in 0 plies.
// No move leads to a position in which the mover has only crowns; it has a draw's key, which is not used.
using PlacementKeys = std::shared_ptr<const std::vector<ReplyKey>>;

class PlacementKeyCache {
 public:
  // A cache for placements with `pieces` a side. The cache holds one placement even if one placement takes more than
  // max_bytes.
  PlacementKeyCache(int pieces, std::size_t max_bytes);
  PlacementKeys find(std::size_t placement);  // null if the cache lacks the placement
  void put(std::size_t placement, const PlacementKeys& keys);

 private:
  std::mutex mutex_;
  RecentEntries<PlacementKeys> entries_;  // by placement
};

}  // namespace uisge

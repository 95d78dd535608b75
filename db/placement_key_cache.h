// Reply keys of whole placements, shared by the threads that need them.
//
// The moves of a placement lead to some thirty others, which its neighbours need again: a cache of a few thousand
// placements saves most of the work. Least recently used placements go first. Thread-safe; whoever does not find a
// placement makes its keys outside the lock, so two threads may do the same once in a while, which does no harm.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "db/recent_entries.h"
#include "db/reply_key.h"

namespace uisge {

// In index order. Positions in which the opponent is all crowns are lost in 0 here, by the rules: a completing move
// leads to them. Positions in which the mover is all crowns are never reached by a move and hold a draw's key.
using PlacementKeys = std::shared_ptr<const std::vector<ReplyKey>>;

class PlacementKeyCache {
 public:
  // For placements with `pieces` a side. It holds one placement even if that takes more than max_bytes.
  PlacementKeyCache(int pieces, std::size_t max_bytes);
  PlacementKeys find(std::size_t placement);  // null if it is not there
  void put(std::size_t placement, const PlacementKeys& keys);

 private:
  std::mutex mutex_;
  RecentEntries<PlacementKeys> entries_;  // by placement
};

}  // namespace uisge

#include "db/placement_key_cache.h"

#include <algorithm>

#include "core/colouring.h"

namespace uisge {

PlacementKeyCache::PlacementKeyCache(int pieces, std::size_t max_bytes)
    : entries_(std::max<std::size_t>(1, max_bytes / (positions_per_placement(pieces) * sizeof(ReplyKey)))) {}

PlacementKeys PlacementKeyCache::find(std::size_t placement) {
  const std::lock_guard lock(mutex_);
  const PlacementKeys* const found = entries_.find(placement);
  return found == nullptr ? nullptr : *found;
}

void PlacementKeyCache::put(std::size_t placement, const PlacementKeys& keys) {
  const std::lock_guard lock(mutex_);
  if (entries_.find(placement) == nullptr) entries_.add(placement) = keys;
}

}  // namespace uisge

#include "db/placement_key_cache.h"

#include <algorithm>

#include "core/colouring.h"

namespace uisge {

PlacementKeyCache::PlacementKeyCache(int pieces, std::size_t max_bytes)
    : max_entries_(std::max<std::size_t>(
          1, max_bytes / (static_cast<std::size_t>(positions_per_placement(pieces)) * sizeof(ReplyKey)))) {}

PlacementKeys PlacementKeyCache::find(std::uint32_t placement) {
  const std::lock_guard lock(mutex_);
  const auto found = by_placement_.find(placement);
  if (found == by_placement_.end()) return nullptr;
  entries_.splice(entries_.begin(), entries_, found->second);
  return entries_.front().keys;
}

void PlacementKeyCache::put(std::uint32_t placement, const PlacementKeys& keys) {
  const std::lock_guard lock(mutex_);
  if (by_placement_.contains(placement)) return;
  if (entries_.size() >= max_entries_) {
    by_placement_.erase(entries_.back().placement);
    entries_.pop_back();
  }
  entries_.push_front({placement, keys});
  by_placement_.emplace(placement, entries_.begin());
}

}  // namespace uisge

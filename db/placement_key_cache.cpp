#include "db/placement_key_cache.h"

#include <algorithm>

namespace uisge {

PlacementKeyCache::PlacementKeyCache(const Database& database, std::size_t max_bytes)
    : positions_(static_cast<std::size_t>(positions_per_placement(database.identity().pieces))),
      max_entries_(std::max<std::size_t>(1, max_bytes / (positions_ * sizeof(ReplyKey)))) {}

Result<PlacementKeys> PlacementKeyCache::get(UnitReader& reader, std::uint32_t placement) {
  {
    const std::lock_guard lock(mutex_);
    if (const auto found = by_placement_.find(placement); found != by_placement_.end()) {
      entries_.splice(entries_.begin(), entries_, found->second);
      return entries_.front().keys;
    }
  }
  std::vector<LabelCode> codes(positions_);
  if (auto read = reader.read_placement(placement, codes); !read) return tl::unexpected(read.error());
  auto keys = std::make_shared<std::vector<ReplyKey>>(positions_);
  std::transform(codes.begin(), codes.end(), keys->begin(), reply_key);
  const auto row = static_cast<std::ptrdiff_t>(crown_states(reader.database().identity().pieces));
  for (auto block = keys->begin(); block != keys->end(); block += row * row) {
    std::fill(block + (row - 1) * row, block + row * row, kLossInZeroKey);
  }

  const std::lock_guard lock(mutex_);
  if (by_placement_.contains(placement)) return PlacementKeys(keys);
  if (entries_.size() >= max_entries_) {
    by_placement_.erase(entries_.back().placement);
    entries_.pop_back();
  }
  entries_.push_front({placement, keys});
  by_placement_.emplace(placement, entries_.begin());
  return PlacementKeys(keys);
}

}  // namespace uisge

#include "db/label_cache.h"

#include <algorithm>

#include "db/lost_labels.h"

namespace uisge {

LabelCache::LabelCache(const Database& database, std::size_t max_bytes)
    : reader_(database),
      max_units_(std::max<std::size_t>(1, max_bytes / (database.layout().max_positions() * sizeof(LabelCode)))) {}

Result<LabelCode> LabelCache::code(PositionCell cell) {
  const UnitLayout& layout = database().layout();
  const int unit = layout.unit_of(cell.index);
  const std::uint64_t number =
      std::uint64_t{cell.placement} * static_cast<std::uint64_t>(layout.units_per_placement()) +
      static_cast<std::uint64_t>(unit);
  if (units_.empty() || units_.front().number != number) {
    if (const auto found = by_number_.find(number); found != by_number_.end()) {
      units_.splice(units_.begin(), units_, found->second);
    } else if (auto loaded = load(number, cell.placement, unit); !loaded) {
      return tl::unexpected(loaded.error());
    }
  }
  return units_.front().codes[cell.index - layout.first_position(unit)];
}

Result<void> LabelCache::load(std::uint64_t number, std::uint32_t placement, int unit) {
  // The memory of the unit that goes serves the one that comes.
  Units fresh;
  if (by_number_.size() >= max_units_) {
    by_number_.erase(units_.back().number);
    fresh.splice(fresh.begin(), units_, std::prev(units_.end()));
  } else {
    fresh.emplace_front();
  }
  fresh.front().number = number;
  fresh.front().codes.resize(database().layout().positions(unit));
  if (auto read = reader_.read_unit(placement, unit, fresh.front().codes); !read) return read;
  units_.splice(units_.begin(), fresh);
  by_number_.emplace(number, units_.begin());
  return {};
}

std::unique_ptr<LabelSource> labels_of(const Database& database, std::size_t max_bytes) {
  auto stored = std::make_unique<LabelCache>(database, max_bytes);
  if (!stores_lost_only(database.header().codec)) return stored;
  return std::make_unique<LostLabels>(std::move(stored));
}

}  // namespace uisge

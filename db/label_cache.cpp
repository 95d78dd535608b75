#include "db/label_cache.h"

#include <algorithm>
#include <utility>

#include "db/lost_labels.h"

namespace uisge {

namespace {

// From this number of units on, several threads are used. A unit takes some 50 microseconds, and waking threads takes
// time too.
constexpr std::size_t kFewestInParallel = 4;

}  // namespace

LabelCache::LabelCache(const Database& database, std::size_t max_bytes, Parallel parallel)
    : parallel_(std::move(parallel)),
      units_(std::max<std::size_t>(1, max_bytes / (database.layout().max_positions() * sizeof(LabelCode)))) {
  for (std::size_t worker = 0; worker < parallel_.workers; ++worker) readers_.emplace_back(database);
}

std::uint64_t LabelCache::number_of(PositionCell cell) const {
  const UnitLayout& layout = database().layout();
  return std::uint64_t{cell.placement} * layout.units_per_placement() + layout.unit_of(cell.index);
}

Result<void> LabelCache::read(UnitReader& reader, Unit& unit) const {
  const UnitLayout& layout = database().layout();
  const std::size_t per_placement = layout.units_per_placement();
  const std::size_t in_placement = unit.number % per_placement;
  unit.codes.resize(layout.positions(in_placement));
  return reader.read_unit(unit.number / per_placement, in_placement, unit.codes);
}

void LabelCache::expect(const Unit& unit) const {
  const std::size_t per_placement = database().layout().units_per_placement();
  readers_.front().expect_unit(unit.number / per_placement, unit.number % per_placement);
}

Result<LabelCode> LabelCache::code(PositionCell cell) {
  LabelCode code = kDrawCode;
  if (auto found = codes({&cell, 1}, {&code, 1}); !found) return tl::unexpected(found.error());
  return code;
}

Result<void> LabelCache::codes(std::span<const PositionCell> cells, std::span<LabelCode> codes) {
  asked_.clear();
  for (std::size_t i = 0; i < cells.size(); ++i) asked_.push_back({number_of(cells[i]), i});
  std::sort(asked_.begin(), asked_.end(), [](const Asked& a, const Asked& b) { return a.unit < b.unit; });
  const UnitLayout& layout = database().layout();
  for (std::size_t done = 0; done < asked_.size();) {
    visits_.clear();
    while (done < asked_.size() && visits_.size() < units_.max_entries()) {
      const std::size_t first = done;
      while (done < asked_.size() && asked_[done].unit == asked_[first].unit) ++done;
      visits_.push_back({asked_[first].unit, first, done, nullptr});
    }
    if (auto loaded = load(visits_); !loaded) return loaded;
    for (const Visit& visit : visits_) {
      for (std::size_t i = visit.first; i < visit.end; ++i) {
        const std::size_t place = asked_[i].place;
        codes[place] = visit.unit->codes[cells[place].index % layout.max_positions()];
      }
    }
  }
  return {};
}

Result<void> LabelCache::load(std::span<Visit> visits) {
  // First finds all units that are in the cache, so that no missing unit evicts one of them.
  for (Visit& visit : visits) visit.unit = units_.find(visit.number);
  missing_.clear();
  Result<void> result;
  try {
    for (Visit& visit : visits) {
      if (visit.unit != nullptr) continue;
      missing_.reserve(missing_.size() + 1);
      visit.unit = &units_.add(visit.number);
      visit.unit->number = visit.number;
      missing_.push_back(visit.unit);
    }
    result = read_missing();
  } catch (...) {
    forget_missing();
    throw;
  }
  if (!result) forget_missing();
  return result;
}

Result<void> LabelCache::read_missing() {
  // A disk that knows of several reads serves them together.
  if (missing_.size() > 1) {
    for (const Unit* const unit : missing_) expect(*unit);
  }
  std::vector<Result<void>> results(missing_.size());
  const auto read_one = [&](std::size_t worker, std::size_t i) { results[i] = read(readers_[worker], *missing_[i]); };
  if (missing_.size() < kFewestInParallel) {
    for (std::size_t i = 0; i < missing_.size(); ++i) read_one(0, i);
  } else {
    parallel_.for_each(missing_.size(), read_one);
  }
  const auto failed = std::find_if(results.begin(), results.end(), [](const auto& result) { return !result; });
  return failed == results.end() ? Result<void>() : *failed;
}

// Drops the entries of units that could not be read, since their contents do not match their numbers.
void LabelCache::forget_missing() {
  for (const Unit* const unit : missing_) units_.drop(unit->number);
}

std::unique_ptr<LabelSource> labels_of(const Database& database, std::size_t max_bytes, Parallel parallel) {
  auto stored = std::make_unique<LabelCache>(database, max_bytes, std::move(parallel));
  if (!stores_lost_only(database.header().codec)) return stored;
  return std::make_unique<LostLabels>(std::move(stored));
}

}  // namespace uisge

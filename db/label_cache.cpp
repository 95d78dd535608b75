#include "db/label_cache.h"

#include <algorithm>
#include <utility>

#include "db/lost_labels.h"
#include "db/placement_loop.h"

namespace uisge {

namespace {

// Units are decoded on several threads only if at least kFewestInParallel units are missing. Decoding one unit takes
// about 50 microseconds, and waking threads takes time too.
constexpr std::size_t kFewestInParallel = 4;

// Gives `labels` the memory of `spare`, unless `labels` has memory of its own.
template <class Element>
void take_memory(std::vector<Element>& labels, std::vector<Element>& spare) {
  if (labels.capacity() == 0) labels.swap(spare);
}

// Moves the memory of `labels`, if it has any, to `spare`.
template <class Element>
void give_memory(std::vector<Element>& labels, std::vector<Element>& spare) {
  if (labels.capacity() == 0) return;
  labels.clear();
  spare = std::exchange(labels, {});
}

}  // namespace

LabelCache::LabelCache(const Database& database, std::size_t max_bytes, Parallel parallel)
    : parallel_(std::move(parallel)),
      spares_(parallel_.workers),
      units_(std::max<std::size_t>(1, max_bytes / (database.layout().max_positions() * sizeof(LabelCode)))) {
  for (std::size_t worker = 0; worker < parallel_.workers; ++worker) readers_.emplace_back(database);
}

std::uint64_t LabelCache::number_of(PositionCell cell) const {
  const UnitLayout& layout = database().layout();
  return std::uint64_t{cell.placement} * layout.units_per_placement() + layout.unit_of(cell.index);
}

bool LabelCache::answer(const Request& request) {
  const CodecModel& model = database().model();
  const std::size_t per_block = positions_per_block(model.pieces());
  const std::size_t blocks = database().layout().blocks(request.number % database().layout().units_per_placement());
  const std::vector<Symbol>& symbols = request.unit->begun.symbols;
  const std::vector<LabelCode>& codes = request.unit->codes;
  for (std::size_t i = request.first; i < request.end; ++i) {
    const std::size_t position = positions_[i];
    found_[i] = kDrawCode;
    if (!codes.empty()) {
      found_[i] = codes[position];
      continue;
    }
    const std::size_t place = model.contexts().place(position % per_block);
    if (place == CrownContexts::kNotLive) continue;
    const std::size_t at = place * blocks + position / per_block;
    const auto label = at < symbols.size() ? model.label_of(symbols[at]) : std::nullopt;
    if (!label) return false;
    found_[i] = *label;
  }
  return true;
}

Result<void> LabelCache::read(std::size_t worker, const Request& request) {
  UnitReader& reader = readers_[worker];
  Unit& spare = spares_[worker];
  const UnitLayout& layout = database().layout();
  const CrownContexts& contexts = database().model().contexts();
  const std::size_t placement = request.number / layout.units_per_placement();
  const std::size_t in_placement = request.number % layout.units_per_placement();
  std::size_t cells = 0;
  for (std::size_t i = request.first; i < request.end; ++i) {
    const std::size_t place = contexts.place(positions_[i] % positions_per_block(contexts.pieces()));
    if (place != CrownContexts::kNotLive && place >= cells) cells = contexts.cells_up_to(place);
  }
  Unit& unit = *request.unit;
  take_memory(unit.begun.symbols, spare.begun.symbols);
  UISGE_TRY(reader.read_symbols(placement, in_placement, cells, unit.begun));
  if (answer(request)) {
    give_memory(unit.codes, spare.codes);
    return {};
  }
  take_memory(unit.codes, spare.codes);
  unit.codes.resize(layout.positions(in_placement));
  UISGE_TRY(reader.read_unit(placement, in_placement, unit.codes, unit.begun));
  give_memory(unit.begun.symbols, spare.begun.symbols);
  static_cast<void>(answer(request));
  return {};
}

void LabelCache::prefetch(const Unit& unit) const {
  const std::size_t per_placement = database().layout().units_per_placement();
  readers_.front().prefetch_unit(unit.number / per_placement, unit.number % per_placement);
}

Result<LabelCode> LabelCache::code(PositionCell cell) {
  LabelCode code = kDrawCode;
  UISGE_TRY(codes({&cell, 1}, {&code, 1}));
  return code;
}

Result<void> LabelCache::codes(std::span<const PositionCell> cells, std::span<LabelCode> codes) {
  asked_.clear();
  for (std::size_t i = 0; i < cells.size(); ++i) asked_.push_back({number_of(cells[i]), i});
  std::sort(asked_.begin(), asked_.end(), [](const Asked& a, const Asked& b) { return a.unit < b.unit; });
  const UnitLayout& layout = database().layout();
  positions_.clear();
  for (const Asked& asked : asked_) {
    positions_.push_back(static_cast<std::uint32_t>(cells[asked.place].index % layout.max_positions()));
  }
  found_.resize(asked_.size());
  for (std::size_t done = 0; done < asked_.size();) {
    requests_.clear();
    while (done < asked_.size() && requests_.size() < units_.max_entries()) {
      const std::size_t first = done;
      while (done < asked_.size() && asked_[done].unit == asked_[first].unit) ++done;
      requests_.push_back({asked_[first].unit, first, done, nullptr});
    }
    UISGE_TRY(load(requests_));
  }
  for (std::size_t i = 0; i < asked_.size(); ++i) codes[asked_[i].place] = found_[i];
  return {};
}

Result<void> LabelCache::load(std::span<Request> requests) {
  // First looks up all units in the cache, which makes them its most recently used units. So a unit that must be read
  // does not evict another unit that this call needs.
  for (Request& request : requests) request.unit = units_.find(request.number);
  missing_.clear();
  missing_.reserve(requests.size());
  Result<void> result;
  try {
    for (Request& request : requests) {
      if (request.unit == nullptr) {
        request.unit = &units_.add(request.number);
        request.unit->number = request.number;
        request.unit->begun.symbols.clear();
        request.unit->codes.clear();
      }
      if (!answer(request)) missing_.push_back(&request);
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
  // Announces all reads to the system first, since a disk is faster if several reads are queued.
  if (missing_.size() > 1) {
    for (const Request* const request : missing_) prefetch(*request->unit);
  }
  const auto read_one = [this](std::size_t worker, std::size_t i) -> Result<bool> {
    UISGE_TRY(read(worker, *missing_[i]));
    return true;
  };
  const Parallel alone;
  UISGE_TRY(PlacementLoop(missing_.size(), missing_.size() < kFewestInParallel ? alone : parallel_).run(read_one));
  return {};
}

// After an error the cache still has entries for the units that could not be read. Drops these entries, since they hold
// no valid labels.
void LabelCache::forget_missing() {
  for (const Request* const request : missing_) units_.drop(request->number);
}

std::unique_ptr<LabelSource> labels_of(const Database& database, std::size_t max_bytes, Parallel parallel) {
  auto stored = std::make_unique<LabelCache>(database, max_bytes, std::move(parallel));
  if (!stores_lost_only(database.header().codec)) return stored;
  return std::make_unique<LostLabels>(std::move(stored));
}

}  // namespace uisge

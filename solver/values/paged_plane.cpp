// This file is long because one class manages the file, the tiles in memory, and the threads that copy tiles.
#include "solver/values/paged_plane.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <numeric>
#include <system_error>

#include "solver/refused_threads.h"

namespace uisge {

namespace {

// Four requests of 256 KiB at a time keep a solid-state disk busy.
constexpr int kReaders = 4;

// Runs `work` without the lock, and takes the lock again even if `work` throws.
template <class Work>
auto without(std::unique_lock<std::mutex>& lock, const Work& work) {
  struct Relock {
    std::unique_lock<std::mutex>& lock;
    ~Relock() { lock.lock(); }
  };
  lock.unlock();
  const Relock relock{lock};
  return work();
}

}  // namespace

struct PagedPlane::Pinning {
  std::size_t missing = 0;
  std::vector<TileId> failed = {};  // its memory is reserved, so adding a tile allocates nothing
  Result<void> result = {};
  std::exception_ptr exception = nullptr;
};

// Holds a slot that was taken from the idle slots; the destructor makes the slot idle again. REQUIRES: the plane's lock
// is held when the destructor runs.
class PagedPlane::IdleAgain {
 public:
  IdleAgain(PagedPlane& plane, std::uint32_t slot) : plane_(plane), slot_(slot) {}
  IdleAgain(const IdleAgain&) = delete;
  IdleAgain& operator=(const IdleAgain&) = delete;
  ~IdleAgain() { plane_.make_idle(slot_); }

 private:
  PagedPlane& plane_;
  std::uint32_t slot_;
};

PagedPlane::PagedPlane(PlaneFile file, const TileLayout& layout, int pieces_per_side, std::size_t capacity, Note note)
    : WonPlane(layout),
      file_(std::move(file)),
      note_(std::move(note)),
      part_{{},
            std::vector<std::uint32_t>(layout.placements(), kNoSlot),
            std::min(capacity, layout.tiles()) * layout.placements_per_tile()},
      blocks_(layout.placements(), pieces_per_side, &part_),
      slots_(std::min(capacity, layout.tiles())),
      slot_of_tile_(layout.tiles(), kNowhere),
      was_written_(layout.tiles(), !file_.is_new()),
      claims_(layout.tiles(), 0) {
  for (std::uint32_t slot = 0; slot < slots_.size(); ++slot) idle_.insert({0, slot});
  const RefusedThreadsAreErrors scope;
  try {
    for (int i = 0; i < kReaders; ++i) {
      threads_.emplace_back(
          [this, buffer = PlaneFile::Buffer(file_)](const std::stop_token& stop) { serve(stop, buffer); });
    }
  } catch (const std::system_error&) {
    // The system refused to start some or all of the reading threads. If no reading thread runs, pin() reads the tiles
    // itself.
  }
}

PagedPlane::~PagedPlane() = default;

// REQUIRES: the lock is held.
void PagedPlane::map_tile(TileId tile, std::uint32_t slot) {
  slot_of_tile_[index(tile)] = slot;
  std::uint32_t at = slot * static_cast<std::uint32_t>(layout().placements_per_tile());
  for (std::size_t i = layout().begin(tile); i < layout().end(tile); ++i) {
    part_.slots[i] = slot == kNowhere ? kNoSlot : at++;
  }
}

std::optional<std::uint32_t> PagedPlane::slot_to_evict() const {
  if (idle_.empty()) return std::nullopt;
  return (idle_.begin()->needed < visit_ ? *idle_.begin() : *idle_.rbegin()).slot;
}

void PagedPlane::take_from_idle(std::uint32_t slot) {
  slots_[slot].idle_node = idle_.extract({slots_[slot].needed, slot});
}

void PagedPlane::make_idle(std::uint32_t slot) {
  IdleSlots::node_type& node = slots_[slot].idle_node;
  node.value() = {slots_[slot].needed, slot};
  idle_.insert(std::move(node));
}

void PagedPlane::pin_slot(std::uint32_t slot) {
  if (slots_[slot].pins++ == 0) take_from_idle(slot);
}

// The loop of a thread that reads and writes tiles. Tiles to be saved come first, then the tiles of wanted_ in order.
void PagedPlane::serve(const std::stop_token& stop, const PlaneFile::Buffer& buffer) {
  Lock lock(mutex_);
  for (;;) {
    if (!changed_.wait(lock, stop, [this] { return !wanted_.empty() || !unsaved_.empty(); })) return;
    if (!unsaved_.empty()) {
      save_one(lock, buffer);
      continue;
    }
    const Wanted wanted = wanted_.front();
    wanted_.pop_front();
    fetch_and_tell(lock, wanted, buffer);
  }
}

void PagedPlane::fetch_and_tell(Lock& lock, const Wanted& wanted, const PlaneFile::Buffer& buffer) {
  bool is_there = false;
  try {
    const auto fetched = fetch(lock, wanted, buffer);
    is_there = fetched.has_value();
    if (!fetched && wanted.pinning != nullptr) wanted.pinning->result = tl::unexpected(fetched.error());
  } catch (...) {
    if (wanted.pinning != nullptr) wanted.pinning->exception = std::current_exception();
  }
  // A failure to prefetch a tile is not reported, since pin() reads the tile again.
  if (wanted.pinning == nullptr) return;
  if (!is_there) wanted.pinning->failed.push_back(wanted.tile);
  --wanted.pinning->missing;
  changed_.notify_all();
}

std::size_t PagedPlane::not_claimed(std::span<const TileId> tiles) const {
  return static_cast<std::size_t>(
      std::ranges::count_if(tiles, [this](TileId tile) { return claims_[index(tile)] == 0; }));
}

Result<void> PagedPlane::pin(std::span<const TileId> tiles) {
  assert(tiles.size() <= capacity());
  Pinning pinning;
  pinning.failed.reserve(tiles.size());
  std::list<Wanted> missing;
  for (const TileId tile : tiles) missing.push_back({tile, &pinning});
  std::optional<PlaneFile::Buffer> buffer;
  if (threads_.empty()) buffer.emplace(file_);
  // From here on nothing is allocated, so memory cannot run out while tiles are claimed.
  Lock lock(mutex_);
  changed_.wait(lock, [&] { return claimed_ + not_claimed(tiles) <= slots_.size(); });
  claimed_ += not_claimed(tiles);
  for (const TileId tile : tiles) ++claims_[index(tile)];
  std::erase_if(missing, [this](const Wanted& wanted) {
    const std::uint32_t slot = slot_of_tile_[index(wanted.tile)];
    const bool is_there = slot != kNowhere && slots_[slot].state == SlotState::kReady;
    if (is_there) pin_slot(slot);
    return is_there;
  });
  if (missing.empty()) return {};
  pinning.missing = missing.size();
  if (buffer) {
    for (const Wanted& wanted : missing) fetch_and_tell(lock, wanted, *buffer);
  } else {
    wanted_.splice(wanted_.begin(), missing);  // placed before the tiles that are only prefetched
    changed_.notify_all();
    changed_.wait(lock, [&] { return pinning.missing == 0; });
  }
  if (pinning.failed.empty()) return {};
  for (const TileId tile : tiles) {
    if (std::ranges::find(pinning.failed, tile) == pinning.failed.end()) {
      unpin_slot(tile, nullptr);
    }
    give_back(tile);
  }
  changed_.notify_all();
  if (pinning.exception) std::rethrow_exception(pinning.exception);
  return pinning.result;
}

void PagedPlane::give_back(TileId tile) {
  if (--claims_[index(tile)] == 0) --claimed_;
}

void PagedPlane::unpin_slot(TileId tile, const NextVisits* next) {
  Slot& slot = slots_[slot_of_tile_[index(tile)]];
  if (--slot.pins != 0) return;
  slot.needed = next != nullptr ? next->next_visit(tile) : UINT64_MAX - ++uses_;
  make_idle(slot_of_tile_[index(tile)]);
}

void PagedPlane::unpin(std::span<const TileId> tiles, const NextVisits* next) {
  const Lock lock(mutex_);
  for (const TileId tile : tiles) {
    unpin_slot(tile, next);
    give_back(tile);
  }
  changed_.notify_all();
}

void PagedPlane::begin_visit(std::uint64_t visit) {
  const Lock lock(mutex_);
  visit_ = visit;
}

void PagedPlane::prefetch(std::span<const TileId> tiles, std::uint64_t visit) {
  const Lock lock(mutex_);
  drop_prefetches();
  std::size_t kept = 0;  // the number of idle slots whose tiles must not be evicted
  for (const TileId tile : tiles) {
    const std::uint32_t slot = slot_of_tile_[index(tile)];
    if (slot == kNowhere || slots_[slot].state != SlotState::kReady || slots_[slot].pins != 0) continue;
    take_from_idle(slot);
    slots_[slot].needed = visit;
    make_idle(slot);
    ++kept;
  }
  // Prefetches no more tiles than fit in memory together, so that they do not evict each other.
  std::size_t room = idle_.size() - kept;
  for (const TileId tile : tiles) {
    if (slot_of_tile_[index(tile)] != kNowhere) continue;
    if (room-- == 0) break;
    wanted_.push_back({tile, nullptr, visit});
  }
  changed_.notify_all();
}

void PagedPlane::mark_changed(PlacementId id) {
  // No lock is needed: pin() keeps the tile in its slot.
  slots_[slot_of_tile_[index(layout().tile_of(id))]].has_changed.store(true, std::memory_order_relaxed);
}

// Brings a tile into memory. Returns false if the tile is only prefetched (no call of pin() waits for it), and memory
// has no room for it.
Result<bool> PagedPlane::fetch(Lock& lock, const Wanted& wanted, const PlaneFile::Buffer& buffer) {
  const bool is_pinned = wanted.pinning != nullptr;
  for (;;) {
    const std::uint32_t slot = slot_of_tile_[index(wanted.tile)];
    if (slot != kNowhere && slots_[slot].state == SlotState::kReady) {
      if (is_pinned) pin_slot(slot);
      return true;
    }
    if (slot != kNowhere) {  // another thread is reading or writing the tile
      changed_.wait(lock);
      continue;
    }
    const auto place = slot_to_evict();
    if (!place && !is_pinned) return false;
    if (!place) {  // pin() has reserved room: a slot becomes idle when another thread ends its reading or writing
      changed_.wait(lock);
      continue;
    }
    take_from_idle(*place);
    Result<void> done;
    {
      const IdleAgain idle_again(*this, *place);
      if (slots_[*place].has_changed) {
        done = write_back(lock, *place, buffer);
      } else {
        slots_[*place].needed = wanted.visit;
        done = fill(lock, *place, wanted.tile, buffer);
      }
    }
    if (!done) return tl::unexpected(done.error());
  }
}

// Reads the tile into the slot, in place of the slot's old tile. REQUIRES: the caller has taken the slot out of idle_,
// and the old tile has no unsaved changes.
Result<void> PagedPlane::fill(Lock& lock, std::uint32_t slot, TileId tile, const PlaneFile::Buffer& buffer) {
  Slot& place = slots_[slot];
  if (place.tile) map_tile(*place.tile, kNowhere);
  place.tile = tile;
  place.state = SlotState::kBusy;
  map_tile(tile, slot);
  const bool is_in_file = was_written_[index(tile)];
  Result<TileRead> read = TileRead{TileState::kNotBegun, 0};
  std::exception_ptr exception;
  try {
    if (is_in_file) {
      read = without(lock, [&] { return file_.read(tile, words(slot), buffer); });
      // Zeros could not be written to a file that is only read. The next call of pin() reads the tile again.
      if (read && read->state == TileState::kDamaged && file_.is_read_only()) {
        read = bad_file(fmt::format("{}: tile {} is damaged, or being written just now; the solve mends it",
                                    file_.path(), index(tile)));
      }
    } else {
      without(lock, [&] {
        return std::fill_n(words(slot), layout().bytes_per_tile() / sizeof(std::uint64_t), std::uint64_t{0});
      });
    }
  } catch (...) {
    exception = std::current_exception();
  }
  const bool is_there = read && !exception;
  place.state = is_there ? SlotState::kReady : SlotState::kFree;
  changed_.notify_all();
  if (!is_there) {
    map_tile(tile, kNowhere);
    place.tile.reset();
    place.needed = 0;
    if (exception) std::rethrow_exception(exception);
    return tl::unexpected(read.error());
  }
  bytes_read_ += read->bytes;
  if (read->state == TileState::kDamaged) {
    lost_bits_ = true;
    place.has_changed = true;  // so that zeros replace the damaged tile in the file
    if (note_) note_(fmt::format("{}: tile {} is damaged and begins anew", file_.path(), index(tile)));
  }
  return {};
}

// Writes the slot's tile to the file. Threads that call pin() for this tile wait until the write ends. REQUIRES: the
// slot holds a tile and is not in idle_.
Result<void> PagedPlane::write_back(Lock& lock, std::uint32_t slot, const PlaneFile::Buffer& buffer) {
  Slot& place = slots_[slot];
  const TileId tile = *place.tile;
  place.state = SlotState::kBusy;
  Result<std::uint64_t> written = 0;
  std::exception_ptr exception;
  try {
    written = without(lock, [&] { return file_.write(tile, words(slot), buffer); });
  } catch (...) {
    exception = std::current_exception();
  }
  place.state = SlotState::kReady;
  changed_.notify_all();
  if (exception) std::rethrow_exception(exception);
  if (!written) return tl::unexpected(written.error());
  bytes_written_ += *written;
  place.has_changed = false;
  was_written_[index(tile)] = true;
  return {};
}

Result<void> PagedPlane::save() {
  const PlaneFile::Buffer buffer(file_);
  Lock lock(mutex_);
  drop_prefetches();
  save_result_ = {};
  save_exception_ = nullptr;
  unsaved_.resize(slots_.size());
  std::iota(unsaved_.begin(), unsaved_.end(), std::uint32_t{0});
  changed_.notify_all();
  while (!unsaved_.empty()) save_one(lock, buffer);
  changed_.wait(lock, [this] { return being_saved_ == 0; });
  if (save_exception_) std::rethrow_exception(save_exception_);
  if (!save_result_) return save_result_;
  lock.unlock();
  return file_.sync();
}

// Writes the tile in the last slot of unsaved_ to the file, if the tile has changed. REQUIRES: unsaved_ is not empty.
void PagedPlane::save_one(Lock& lock, const PlaneFile::Buffer& buffer) {
  const std::uint32_t slot = unsaved_.back();
  unsaved_.pop_back();
  ++being_saved_;
  changed_.wait(lock, [&] { return slots_[slot].state != SlotState::kBusy; });
  if (slots_[slot].has_changed) {
    std::optional<IdleAgain> idle_again;
    if (slots_[slot].pins == 0) {
      take_from_idle(slot);
      idle_again.emplace(*this, slot);
    }
    try {
      if (auto done = write_back(lock, slot, buffer); !done) save_result_ = std::move(done);
    } catch (...) {
      save_exception_ = std::current_exception();
    }
    if (!save_result_ || save_exception_) unsaved_.clear();
  }
  if (--being_saved_ == 0) changed_.notify_all();
}

// The file keeps its old tiles until they are overwritten, but no old tile is read any more.
Result<void> PagedPlane::clear() {
  Lock lock(mutex_);
  drop_prefetches();
  changed_.wait(lock, [this] {
    return std::ranges::none_of(slots_, [](const Slot& slot) { return slot.state == SlotState::kBusy; });
  });
  for (std::uint32_t slot = 0; slot < slots_.size(); ++slot) {
    take_from_idle(slot);
    Slot& place = slots_[slot];
    if (place.tile) map_tile(*place.tile, kNowhere);
    place.tile.reset();
    place.state = SlotState::kFree;
    place.has_changed = false;
    place.needed = 0;
    make_idle(slot);
  }
  was_written_.assign(was_written_.size(), false);
  return {};
}

Result<void> PagedPlane::remove_file() {
  return file_.remove();
}

}  // namespace uisge

#include "solver/values/file_plane.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <system_error>

#include "solver/refused_threads.h"

namespace uisge {

namespace {

// Four requests at a time keep a solid-state disk busy, with tiles of at least a quarter of a MiB.
constexpr int kReaders = 4;

}  // namespace

// A call of pin() that waits for tiles.
struct Pinning {
  std::size_t missing = 0;
  Result<void> result;
};

FilePlane::FilePlane(PlaneFile file, const TileLayout& layout, int pieces_per_side, std::size_t capacity, Note note)
    : WonPlane(layout),
      file_(std::move(file)),
      note_(std::move(note)),
      part_{{},
            std::vector<std::uint32_t>(layout.placements(), kNoSlot),
            std::min(capacity, layout.tiles()) * layout.placements_per_tile()},
      blocks_(layout.placements(), pieces_per_side, &part_),
      slots_(std::min(capacity, layout.tiles())),
      slot_of_tile_(layout.tiles(), kNowhere),
      was_written_(layout.tiles(), !file_.is_new()) {
  for (std::uint32_t slot = 0; slot < slots_.size(); ++slot) idle_.insert({0, slot});
  const RefusedThreadsAreErrors scope;
  try {
    for (int i = 0; i < kReaders; ++i) {
      threads_.emplace_back([this](const std::stop_token& stop) { serve(stop); });
    }
  } catch (const std::system_error&) {
    // The system granted fewer readers, or none. Without readers pin() reads by itself.
  }
}

FilePlane::~FilePlane() = default;

// REQUIRES: the lock.
void FilePlane::map_tile(TileId tile, std::uint32_t slot) {
  slot_of_tile_[index(tile)] = slot;
  std::uint32_t at = slot * static_cast<std::uint32_t>(layout().placements_per_tile());
  for (std::size_t i = layout().begin(tile); i < layout().end(tile); ++i) {
    part_.slots[i] = slot == kNowhere ? kNoSlot : at++;
  }
}

std::optional<std::uint32_t> FilePlane::slot_to_give_up() const {
  if (idle_.empty()) return std::nullopt;
  return (idle_.begin()->needed < visit_ ? *idle_.begin() : *idle_.rbegin()).slot;
}

void FilePlane::take_from_idle(std::uint32_t slot) {
  slots_[slot].out_of_use = idle_.extract({slots_[slot].needed, slot});
}

void FilePlane::make_idle(std::uint32_t slot) {
  IdleSlots::node_type& node = slots_[slot].out_of_use;
  node.value() = {slots_[slot].needed, slot};
  idle_.insert(std::move(node));
}

void FilePlane::pin_slot(std::uint32_t slot) {
  if (slots_[slot].pins++ == 0) take_from_idle(slot);
}

// The loop of a reader: fetches one wanted tile after the other, the pinned ones first.
void FilePlane::serve(const std::stop_token& stop) {
  const PlaneFile::Buffer buffer(file_);
  Lock lock(mutex_);
  for (;;) {
    if (!changed_.wait(lock, stop, [this] { return !wanted_.empty() || !unsaved_.empty(); })) return;
    if (!unsaved_.empty()) {
      save_one(lock, buffer);
      continue;
    }
    const Wanted wanted = wanted_.front();
    wanted_.pop_front();
    lock.unlock();
    const auto fetched = fetch(wanted, buffer);
    lock.lock();
    // A tile that is only expected will be read again when it is needed, and an error reported then.
    if (wanted.pinning == nullptr) continue;
    if (!fetched) wanted.pinning->result = tl::unexpected(fetched.error());
    --wanted.pinning->missing;
    changed_.notify_all();
  }
}

Result<void> FilePlane::pin(std::span<const TileId> tiles) {
  Pinning pinning;
  std::optional<PlaneFile::Buffer> buffer;
  std::vector<TileId> missing;
  Lock lock(mutex_);
  for (const TileId tile : tiles) {
    const std::uint32_t slot = slot_of_tile_[index(tile)];
    if (slot != kNowhere && slots_[slot].state == SlotState::kReady) {
      pin_slot(slot);
    } else {
      missing.push_back(tile);
    }
  }
  if (missing.empty()) return {};
  pinning.missing = missing.size();
  if (threads_.empty()) {
    lock.unlock();
    buffer.emplace(file_);
    for (const TileId tile : missing) {
      if (auto fetched = fetch({tile, &pinning}, *buffer); !fetched) pinning.result = tl::unexpected(fetched.error());
    }
    return pinning.result;
  }
  // Pinned tiles go before expected ones.
  for (auto tile = missing.rbegin(); tile != missing.rend(); ++tile) wanted_.push_front({*tile, &pinning});
  changed_.notify_all();
  changed_.wait(lock, [&] { return pinning.missing == 0; });
  return pinning.result;
}

void FilePlane::unpin(std::span<const TileId> tiles, const NextVisits* next) {
  const Lock lock(mutex_);
  for (const TileId tile : tiles) {
    const std::uint32_t slot = slot_of_tile_[index(tile)];
    // This tile was not pinned, because another one failed.
    if (slot == kNowhere || slots_[slot].pins == 0) continue;
    if (--slots_[slot].pins != 0) continue;
    slots_[slot].needed = next != nullptr ? next->next_visit(tile) : UINT64_MAX - ++uses_;
    make_idle(slot);
  }
  changed_.notify_all();
}

void FilePlane::begin_visit(std::uint64_t visit) {
  const Lock lock(mutex_);
  visit_ = visit;
}

void FilePlane::expect(std::span<const TileId> tiles, std::uint64_t visit) {
  const Lock lock(mutex_);
  std::erase_if(wanted_, [](const Wanted& wanted) { return wanted.pinning == nullptr; });
  std::size_t kept = 0;  // of the idle ones
  for (const TileId tile : tiles) {
    const std::uint32_t slot = slot_of_tile_[index(tile)];
    if (slot == kNowhere || slots_[slot].state != SlotState::kReady || slots_[slot].pins != 0) continue;
    take_from_idle(slot);
    slots_[slot].needed = visit;
    make_idle(slot);
    ++kept;
  }
  // Only as many tiles as fit without evicting each other.
  std::size_t room = idle_.size() - kept;
  for (const TileId tile : tiles) {
    if (slot_of_tile_[index(tile)] != kNowhere) continue;
    if (room-- == 0) break;
    wanted_.push_back({tile, nullptr, visit});
  }
  changed_.notify_all();
}

void FilePlane::mark_changed(PlacementId id) {
  // No lock is needed: a pinned tile keeps its slot.
  slots_[slot_of_tile_[index(layout().tile_of(id))]].has_changed.store(true, std::memory_order_relaxed);
}

// Brings a tile into memory. False if the tile is only expected and there is no room.
Result<bool> FilePlane::fetch(const Wanted& wanted, const PlaneFile::Buffer& buffer) {
  const bool is_pinned = wanted.pinning != nullptr;
  Lock lock(mutex_);
  for (;;) {
    const std::uint32_t slot = slot_of_tile_[index(wanted.tile)];
    if (slot != kNowhere && slots_[slot].state == SlotState::kReady) {
      if (is_pinned) pin_slot(slot);
      return true;
    }
    if (slot != kNowhere) {  // another thread is reading it
      changed_.wait(lock);
      continue;
    }
    const auto place = slot_to_give_up();
    if (!place && !is_pinned) return false;
    if (!place) {  // until others unpin tiles or finish reading
      changed_.wait(lock);
      continue;
    }
    take_from_idle(*place);
    if (slots_[*place].has_changed) {
      auto done = write_back(lock, *place, buffer);
      make_idle(*place);
      if (!done) return tl::unexpected(done.error());
      continue;
    }
    slots_[*place].needed = wanted.visit;
    auto filled = fill(lock, *place, wanted.tile, buffer);
    make_idle(*place);
    if (filled && is_pinned) pin_slot(*place);
    return filled;
  }
}

// Reads the tile into the slot, whose old tile is unused and unchanged. REQUIRES: the slot is not idle.
Result<bool> FilePlane::fill(Lock& lock, std::uint32_t slot, TileId tile, const PlaneFile::Buffer& buffer) {
  Slot& place = slots_[slot];
  if (place.tile) map_tile(*place.tile, kNowhere);
  place.tile = tile;
  place.state = SlotState::kBusy;
  map_tile(tile, slot);
  const bool is_in_file = was_written_[index(tile)];
  lock.unlock();
  Result<TileRead> read = TileRead{TileState::kFresh, 0};
  if (is_in_file) {
    read = file_.read(tile, words(slot), buffer);
  } else {
    std::fill_n(words(slot), layout().bytes_per_tile() / sizeof(std::uint64_t), std::uint64_t{0});
  }
  lock.lock();
  place.state = read ? SlotState::kReady : SlotState::kFree;
  if (!read) {
    map_tile(tile, kNowhere);
    place.tile.reset();
    place.needed = 0;
    changed_.notify_all();
    return tl::unexpected(read.error());
  }
  bytes_read_ += read->bytes;
  if (read->state == TileState::kDamaged) {
    lost_bits_ = true;
    place.has_changed = true;  // the tile in the file is damaged, so it must be written
    if (note_) note_(fmt::format("{}: tile {} is damaged and begins anew", file_.path(), index(tile)));
  }
  changed_.notify_all();
  return true;
}

// Writes the slot's tile to the file. No thread can pin it meanwhile. REQUIRES: the slot is not idle.
Result<void> FilePlane::write_back(Lock& lock, std::uint32_t slot, const PlaneFile::Buffer& buffer) {
  Slot& place = slots_[slot];
  const TileId tile = *place.tile;
  place.state = SlotState::kBusy;
  lock.unlock();
  const auto written = file_.write(tile, words(slot), buffer);
  lock.lock();
  place.state = SlotState::kReady;
  changed_.notify_all();
  if (!written) return tl::unexpected(written.error());
  bytes_written_ += *written;
  place.has_changed = false;
  was_written_[index(tile)] = true;
  return {};
}

Result<void> FilePlane::save() {
  const PlaneFile::Buffer buffer(file_);
  Lock lock(mutex_);
  std::erase_if(wanted_, [](const Wanted& wanted) { return wanted.pinning == nullptr; });
  saved_ = {};
  unsaved_.resize(slots_.size());
  std::iota(unsaved_.begin(), unsaved_.end(), std::uint32_t{0});
  changed_.notify_all();
  while (!unsaved_.empty()) save_one(lock, buffer);
  changed_.wait(lock, [this] { return being_saved_ == 0; });
  if (!saved_) return saved_;
  lock.unlock();
  return file_.sync();
}

// Saves one of the unsaved slots. REQUIRES: there is one.
void FilePlane::save_one(Lock& lock, const PlaneFile::Buffer& buffer) {
  const std::uint32_t slot = unsaved_.back();
  unsaved_.pop_back();
  ++being_saved_;
  changed_.wait(lock, [&] { return slots_[slot].state != SlotState::kBusy; });
  if (slots_[slot].has_changed) {
    const bool is_pinned = slots_[slot].pins != 0;
    if (!is_pinned) take_from_idle(slot);
    auto done = write_back(lock, slot, buffer);
    if (!is_pinned) make_idle(slot);
    if (!done) {
      saved_ = std::move(done);
      unsaved_.clear();
    }
  }
  if (--being_saved_ == 0) changed_.notify_all();
}

Result<void> FilePlane::remove_file() {
  return file_.remove();
}

}  // namespace uisge

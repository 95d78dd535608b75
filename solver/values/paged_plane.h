// The plane of won positions (won_plane.h) in a plane file. Memory holds as many tiles as fit, each in a *slot*: the
// tiles of the current step, and the tiles that will be needed soonest.
//
// Several threads read the tiles that are needed now and, while the engine computes, the tiles that will be needed
// soon. The threads write a changed tile before another tile takes its slot, and all changed tiles when the plane is
// saved. If memory has room for all tiles, the file is only a checkpoint.
//
// A call of pin() first waits until there are slots for all its tiles beside the tiles of other calls, and then claims
// all its tiles at once. So no call waits for slots while it holds some of its tiles.
//
// Thread-safe as won_plane.h says.
#pragma once

#include <atomic>
#include <compare>
#include <condition_variable>
#include <exception>
#include <list>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "solver/blocks/engine_part.h"
#include "solver/values/plane_file.h"
#include "solver/values/plane_store.h"
#include "solver/values/won_plane.h"

namespace uisge {

class PagedPlane final : public WonPlane, public PlaneStore {
 public:
  // `capacity` is the greatest number of tiles in memory, at least 1; it may exceed the number of all tiles. `note`
  // gets a line for the user about each damaged tile; it is called from any thread, by one thread at a time. If the
  // file is read only, pin() returns kBadFile for a damaged tile, and the plane must not be changed or saved. Throws
  // std::bad_alloc.
  PagedPlane(PlaneFile file, const TileLayout& layout, int pieces_per_side, std::size_t capacity, Note note);
  ~PagedPlane() override;

  Plane& blocks() override { return blocks_; }
  std::size_t capacity() const override { return slots_.size(); }
  Result<void> pin(std::span<const TileId> tiles) override;
  void unpin(std::span<const TileId> tiles, const NextVisits* next) override;
  void begin_visit(std::uint64_t visit) override;
  void prefetch(std::span<const TileId> tiles, std::uint64_t visit) override;
  void mark_changed(PlacementId id) override;
  Result<void> clear() override;
  bool take_lost_bits() override { return lost_bits_.exchange(false); }

  Result<void> save() override;
  bool has_its_name() const override { return file_.has_its_name(); }
  Result<void> remove_file() override;
  const std::string& path() const override { return file_.path(); }
  std::uint64_t bytes_read() const override { return bytes_read_; }
  std::uint64_t bytes_written() const override { return bytes_written_; }

  static std::uint64_t bytes_per_tile_held(const TileLayout& layout) { return layout.bytes_per_tile() + 64; }

 private:
  static constexpr std::uint32_t kNowhere = UINT32_MAX;
  enum class SlotState : std::uint8_t { kFree, kBusy, kReady };  // kBusy: being read or written

  // A slot that a tile may take: it is free, or it holds a tile that is ready and not pinned. `needed` is the visit
  // that needs the held tile: 0 for a free slot, and a number beyond all visits for a tile without a known next use.
  // A tile takes the first of these slots that exists: a free slot; the slot of a tile whose `needed` is a past visit;
  // the slot of the least recently used tile without a known next use; the slot of the tile whose next use is furthest
  // away.
  struct Idle {
    std::uint64_t needed;
    std::uint32_t slot;
    auto operator<=>(const Idle&) const = default;
  };
  using IdleSlots = std::set<Idle>;

  struct Slot {
    std::optional<TileId> tile;
    SlotState state = SlotState::kFree;
    std::uint32_t pins = 0;
    std::atomic<bool> has_changed{false};  // whether the tile has changed since it was read or written
    std::uint64_t needed = 0;
    IdleSlots::node_type idle_node;  // kept so that make_idle() does not allocate
  };
  struct Pinning;
  // A tile that is to be read into memory, either for a call of pin() or by prefetch().
  struct Wanted {
    TileId tile;
    Pinning* pinning;  // null if no call of pin() waits for the tile
    std::uint64_t visit = 0;
  };
  class IdleAgain;

  using Lock = std::unique_lock<std::mutex>;
  void serve(const std::stop_token& stop, const PlaneFile::Buffer& buffer);
  void fetch_and_tell(Lock& lock, const Wanted& wanted, const PlaneFile::Buffer& buffer);
  void drop_prefetches() {
    std::erase_if(wanted_, [](const Wanted& wanted) { return wanted.pinning == nullptr; });
  }
  std::size_t not_claimed(std::span<const TileId> tiles) const;
  void give_back(TileId tile);
  Result<bool> fetch(Lock& lock, const Wanted& wanted, const PlaneFile::Buffer& buffer);
  Result<void> fill(Lock& lock, std::uint32_t slot, TileId tile, const PlaneFile::Buffer& buffer);
  Result<void> write_back(Lock& lock, std::uint32_t slot, const PlaneFile::Buffer& buffer);
  void save_one(Lock& lock, const PlaneFile::Buffer& buffer);
  std::optional<std::uint32_t> slot_to_evict() const;
  void pin_slot(std::uint32_t slot);
  void unpin_slot(TileId tile, const NextVisits* next);
  void take_from_idle(std::uint32_t slot);
  void make_idle(std::uint32_t slot);
  std::uint64_t* words(std::uint32_t slot) {
    return blocks_.first_word() + slot * layout().bytes_per_tile() / sizeof(std::uint64_t);
  }
  void map_tile(TileId tile, std::uint32_t slot);

  PlaneFile file_;
  Note note_;
  EnginePart part_;  // the place of each placement in blocks_
  Plane blocks_;

  // Guards all members below. Also guards the elements of part_.slots that belong to tiles whose Slot::pins is 0.
  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::vector<Slot> slots_;
  std::vector<std::uint32_t> slot_of_tile_;
  std::vector<bool> was_written_;  // by tile: whether the file may hold the tile; if not, the tile is zeros
  IdleSlots idle_;
  std::uint64_t visit_ = 1;
  std::uint64_t uses_ = 0;  // counts uses of tiles without a known next use
  std::list<Wanted> wanted_;
  std::vector<std::uint32_t> claims_;   // by tile: the number of pin() calls that hold it or wait for it
  std::size_t claimed_ = 0;             // the number of tiles whose claims_ is not 0; at most slots_.size()
  std::vector<std::uint32_t> unsaved_;  // slots that save() still has to check; any free thread takes one
  std::size_t being_saved_ = 0;
  Result<void> save_result_;
  std::exception_ptr save_exception_;  // set if memory ran out while saving
  std::atomic<bool> lost_bits_{false};
  std::atomic<std::uint64_t> bytes_read_{0};
  std::atomic<std::uint64_t> bytes_written_{0};
  std::vector<std::jthread> threads_;  // declared last, so that the threads end before other members are destroyed
};

}  // namespace uisge

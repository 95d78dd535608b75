// A plane of won positions in a file, with as many of its tiles in memory as fit: those that are pinned, and of the
// others those that are needed soonest or, where nobody knows, that were used last.
//
// Tiles that are needed are read by several threads at a time, tiles that are expected by the same threads while the
// engine works. A changed tile is written before its place is taken by another, and when the plane is saved, by all of
// them. With room for all tiles the file is a checkpoint and nothing else.
//
// Thread-safe as won_plane.h says.
#pragma once

#include <atomic>
#include <compare>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "solver/retrograde/engine_part.h"
#include "solver/values/plane_file.h"
#include "solver/values/stored_plane.h"
#include "solver/values/won_plane.h"

namespace uisge {

class FilePlane final : public WonPlane, public StoredPlane {
 public:
  // capacity: how many tiles memory may hold, at least 1; more than there are is none too many. `note` gets a line for
  // the user about each tile that is damaged, from any thread, one at a time. Throws std::bad_alloc.
  FilePlane(PlaneFile file, const TileLayout& layout, int pieces_per_side, std::size_t capacity, Note note);
  ~FilePlane() override;

  Plane& blocks() override { return blocks_; }
  std::size_t capacity() const override { return slots_.size(); }
  Result<void> pin(std::span<const TileId> tiles) override;
  void unpin(std::span<const TileId> tiles, const NextVisits* next) override;
  void begin_visit(std::uint64_t visit) override;
  void expect(std::span<const TileId> tiles, std::uint64_t visit) override;
  void mark_changed(PlacementId id) override;
  Result<void> clear() override { return usage_error("solve: a plane with a file cannot be begun anew in memory"); }
  bool take_lost_bits() override { return lost_bits_.exchange(false); }

  Result<void> save() override;
  Result<void> remove_file() override;
  const std::string& path() const override { return file_.path(); }
  std::uint64_t bytes_read() const override { return bytes_read_; }
  std::uint64_t bytes_written() const override { return bytes_written_; }

  static std::uint64_t bytes_per_tile_held(const TileLayout& layout) { return layout.bytes_per_tile() + 64; }

 private:
  static constexpr std::uint32_t kNowhere = UINT32_MAX;
  enum class SlotState : std::uint8_t { kFree, kBusy, kReady };  // busy: being read or written

  // A slot that is free, or ready and not pinned. Its tile is needed in that visit; if that has passed, the tile was
  // not needed then, and is given up first, as is a free slot, with 0. A number beyond all visits: the greater, the
  // longer ago it was used.
  struct Idle {
    std::uint64_t needed;
    std::uint32_t slot;
    auto operator<=>(const Idle&) const = default;
  };
  using IdleSlots = std::set<Idle>;

  // A place in memory for a tile.
  struct Slot {
    std::optional<TileId> tile;
    SlotState state = SlotState::kFree;
    std::uint32_t pins = 0;
    std::atomic<bool> has_changed{false};  // since it was read or written
    std::uint64_t needed = 0;
    IdleSlots::node_type out_of_use;  // what idle_ takes when the slot is idle, so that nothing is allocated then
  };
  // A tile that is wanted in memory, and whom to tell, or for which visit.
  struct Wanted {
    TileId tile;
    struct Pinning* pinning;  // null: it is only expected
    std::uint64_t visit = 0;
  };

  using Lock = std::unique_lock<std::mutex>;
  void serve(const std::stop_token& stop);
  Result<bool> fetch(const Wanted& wanted, const PlaneFile::Buffer& buffer);
  Result<bool> fill(Lock& lock, std::uint32_t slot, TileId tile, const PlaneFile::Buffer& buffer);
  Result<void> write_back(Lock& lock, std::uint32_t slot, const PlaneFile::Buffer& buffer);
  void save_one(Lock& lock, const PlaneFile::Buffer& buffer);
  std::optional<std::uint32_t> slot_to_give_up() const;
  void pin_slot(std::uint32_t slot);
  void take_from_idle(std::uint32_t slot);
  void make_idle(std::uint32_t slot);
  std::uint64_t* words(std::uint32_t slot) {
    return blocks_.first_word() + slot * layout().bytes_per_tile() / sizeof(std::uint64_t);
  }
  void map_tile(TileId tile, std::uint32_t slot);

  PlaneFile file_;
  Note note_;
  EnginePart part_;  // where each placement lies in blocks_
  Plane blocks_;

  std::mutex mutex_;  // guards everything below, and part_.slots of tiles that are not pinned
  std::condition_variable_any changed_;
  std::vector<Slot> slots_;
  std::vector<std::uint32_t> slot_of_tile_;
  std::vector<bool> was_written_;  // tiles that are in the file: others need not be read
  IdleSlots idle_;
  std::uint64_t visit_ = 1;  // that is made now
  std::uint64_t uses_ = 0;   // of tiles of which nobody knows when they are needed next
  std::deque<Wanted> wanted_;
  std::vector<std::uint32_t> unsaved_;  // slots that save() has not looked at yet; whoever is free takes one
  std::size_t being_saved_ = 0;
  Result<void> saved_;
  std::atomic<bool> lost_bits_{false};
  std::atomic<std::uint64_t> bytes_read_{0};
  std::atomic<std::uint64_t> bytes_written_{0};
  std::vector<std::jthread> threads_;  // last, so that they end first
};

}  // namespace uisge

// The plane of won positions, wherever it lies: whoever needs tiles pins them, and finds their blocks in memory.
//
// A step of the engine pins what it touches and says which tiles it has changed. What is likely to be needed next a
// plane may fetch meanwhile. The steps belong to visits, which are numbered in the order in which they are made.
// Whoever knows which visit will need a tile next says so when the tile is unpinned, and the plane keeps what is needed
// soonest; of the others it keeps what was used last. `begin_visit`, `expect` and `save` belong to one thread;
// everything else may be called from any.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "core/error.h"
#include "solver/values/tile_layout.h"

namespace uisge {

// Tells which visit will need a tile next. A visit that comes and does without the tile was no visit that needs it.
class NextVisits {
 public:
  virtual ~NextVisits() = default;
  virtual std::uint64_t next_visit(TileId tile) const = 0;
};

class WonPlane {
 public:
  // A visit after all that anybody plans for.
  static constexpr std::uint64_t kNoVisit = std::uint64_t{1} << 62;

  virtual ~WonPlane() = default;
  const TileLayout& layout() const { return layout_; }

  // Only the blocks of pinned tiles may be looked at.
  virtual Plane& blocks() = 0;
  // How many tiles can be pinned at a time.
  virtual std::size_t capacity() const = 0;
  // The tiles, each named once, stay in memory until they are unpinned as often as they were pinned.
  virtual Result<void> pin(std::span<const TileId> tiles) = 0;
  virtual void unpin(std::span<const TileId> tiles, const NextVisits* next) = 0;
  // All visits before this one are over. REQUIRES: visit >= 1.
  virtual void begin_visit(std::uint64_t visit) = 0;
  // Likely to be pinned in that visit: fetched in the background as far as there is room.
  virtual void expect(std::span<const TileId> tiles, std::uint64_t visit) = 0;
  // Blocks of the placement have changed. REQUIRES: its tile is pinned.
  virtual void mark_changed(PlacementId id) = 0;
  // All bits are cleared. An error for a plane with a file. REQUIRES: no tile is pinned.
  virtual Result<void> clear() = 0;
  // Whether tiles had to be begun anew since the last call, because they were damaged: then everything has to be looked
  // at once more.
  virtual bool take_lost_bits() = 0;

 protected:
  explicit WonPlane(const TileLayout& layout) : layout_(layout) {}

 private:
  TileLayout layout_;
};

// All of it in memory, and nowhere else.
class MemoryPlane final : public WonPlane {
 public:
  // Throws std::bad_alloc.
  MemoryPlane(const TileLayout& layout, int pieces_per_side)
      : WonPlane(layout), blocks_(layout.placements(), pieces_per_side) {}

  Plane& blocks() override { return blocks_; }
  std::size_t capacity() const override { return layout().tiles(); }
  Result<void> pin(std::span<const TileId>) override { return {}; }
  void unpin(std::span<const TileId>, const NextVisits*) override {}
  void begin_visit(std::uint64_t) override {}
  void expect(std::span<const TileId>, std::uint64_t) override {}
  void mark_changed(PlacementId) override {}
  Result<void> clear() override {
    std::memset(blocks_.first_word(), 0, blocks_.bytes());
    return {};
  }
  bool take_lost_bits() override { return false; }

 private:
  Plane blocks_;
};

// Pins tiles for as long as it lives.
class PinnedTiles {
 public:
  // The list has to live as long.
  static Result<PinnedTiles> pin(WonPlane& plane, std::span<const TileId> tiles) {
    if (auto done = plane.pin(tiles); !done) return tl::unexpected(done.error());
    return PinnedTiles(plane, tiles);
  }
  PinnedTiles(PinnedTiles&& other) noexcept : plane_(std::exchange(other.plane_, nullptr)), tiles_(other.tiles_) {}
  PinnedTiles& operator=(PinnedTiles&&) = delete;
  ~PinnedTiles() {
    if (plane_ != nullptr) plane_->unpin(tiles_, nullptr);
  }

 private:
  PinnedTiles(WonPlane& plane, std::span<const TileId> tiles) : plane_(&plane), tiles_(tiles) {}

  WonPlane* plane_;
  std::span<const TileId> tiles_;
};

// What the steps of a visit have pinned, each tile once, until the visit ends: so what is needed again is read once,
// and not given up between two steps.
class VisitTiles {
 public:
  // The plane, and `next`, if there is one, which is asked when the tiles are unpinned, have to live as long.
  VisitTiles(WonPlane& plane, const NextVisits* next)
      : plane_(plane), next_(next), is_pinned_(plane.layout().tiles(), false) {}
  VisitTiles(const VisitTiles&) = delete;
  VisitTiles& operator=(const VisitTiles&) = delete;
  ~VisitTiles() { plane_.unpin(tiles_, next_); }

  // Those of the tiles that are not pinned yet.
  Result<void> pin(std::span<const TileId> tiles) {
    const std::size_t before = tiles_.size();
    for (const TileId tile : tiles) {
      if (is_pinned_[index(tile)]) continue;
      is_pinned_[index(tile)] = true;
      tiles_.push_back(tile);
    }
    return plane_.pin(std::span(tiles_).subspan(before));
  }

 private:
  WonPlane& plane_;
  const NextVisits* next_;
  std::vector<bool> is_pinned_;
  std::vector<TileId> tiles_;
};

}  // namespace uisge

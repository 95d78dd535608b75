// The interface to the plane (one bit per position, set if the position is won), in memory or in a file. Users of the
// plane pin the tiles that they need. The blocks of pinned tiles are in memory.
//
// A step of the engine (values_engine.h) computes one group: it pins the tiles that it touches, and marks the
// placements that it changes. During a step the plane may fetch tiles that will be needed next. In this file, a visit
// is the series of all steps that a sweep takes in one region. Visits are numbered in order of time. When a tile is
// unpinned, the engine can say which visit will need it next. The plane keeps the tiles that are needed soonest. Among
// tiles without a known next visit the plane keeps the most recently used tiles. Only one thread may call
// begin_visit(), prefetch() and PlaneStore::save(); any thread may call the other functions.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <span>
#include <utility>
#include <vector>

#include "core/error.h"
#include "solver/values/tile_layout.h"

namespace uisge {

// Says which later visit (WonPlane::begin_visit) is the first that may need a given tile.
class NextVisits {
 public:
  virtual ~NextVisits() = default;
  virtual std::uint64_t next_visit(TileId tile) const = 0;
};

class WonPlane {
 public:
  // Stands for "no planned visit": greater than the number of every planned visit.
  static constexpr std::uint64_t kNoVisit = std::uint64_t{1} << 62;

  virtual ~WonPlane() = default;
  const TileLayout& layout() const { return layout_; }

  // Only the blocks of tiles that pin() keeps in memory may be read or changed.
  virtual Plane& blocks() = 0;
  // The greatest number of tiles that can be pinned at a time.
  virtual std::size_t capacity() const = 0;
  // Pins the tiles: each stays in memory until it is unpinned as often as it was pinned. Waits until `tiles` have room
  // beside the tiles that other threads have pinned. Only one thread at a time may pin tiles while it holds pinned
  // tiles; two such threads could wait for each other forever. A call that fails, or throws std::bad_alloc, has pinned
  // nothing. REQUIRES: `tiles` has at most capacity() tiles, each only once.
  virtual Result<void> pin(std::span<const TileId> tiles) = 0;
  virtual void unpin(std::span<const TileId> tiles, const NextVisits* next) = 0;
  // Begins a visit, which ends all earlier visits. REQUIRES: visit >= 1.
  virtual void begin_visit(std::uint64_t visit) = 0;
  // Begins to fetch tiles that the visit will probably pin, until there is no room. The call does not wait.
  virtual void prefetch(std::span<const TileId> tiles, std::uint64_t visit) = 0;
  // Marks the placement's blocks as changed. REQUIRES: pin() keeps the placement's tile in memory.
  virtual void mark_changed(PlacementId id) = 0;
  // Clears all bits of the plane. The plane file, if any, keeps each old tile until the cleared tile is written.
  // REQUIRES: no tile is pinned.
  virtual Result<void> clear() = 0;
  // Whether damaged tiles were replaced by zeros since the last call, so that all placements must be visited again.
  virtual bool take_lost_bits() = 0;

 protected:
  explicit WonPlane(const TileLayout& layout) : layout_(layout) {}

 private:
  TileLayout layout_;
};

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
  void prefetch(std::span<const TileId>, std::uint64_t) override {}
  void mark_changed(PlacementId) override {}
  Result<void> clear() override {
    std::memset(blocks_.first_word(), 0, blocks_.bytes());
    return {};
  }
  bool take_lost_bits() override { return false; }

 private:
  Plane blocks_;
};

// Pins tiles for the lifetime of the object.
class PinnedTiles {
 public:
  // The list `tiles` must outlive the object.
  static Result<PinnedTiles> pin(WonPlane& plane, std::span<const TileId> tiles) {
    UISGE_TRY(plane.pin(tiles));
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

// Until a visit ends, keeps all tiles that the visit's steps pin. So a tile that several steps of a visit need is read
// once and is not evicted between the steps.
class VisitTiles {
 public:
  // The plane and `next` must outlive the object. When tiles are unpinned, `next` tells which visits need them next;
  // `next` may be null.
  VisitTiles(WonPlane& plane, const NextVisits* next)
      : plane_(plane), next_(next), is_pinned_(plane.layout().tiles(), false) {}
  VisitTiles(const VisitTiles&) = delete;
  VisitTiles& operator=(const VisitTiles&) = delete;
  ~VisitTiles() { plane_.unpin(tiles_, next_); }

  // Pins those of `tiles` that this object has not pinned yet. A call that fails pins nothing.
  Result<void> pin(std::span<const TileId> tiles) {
    more_.clear();
    std::ranges::copy_if(tiles, std::back_inserter(more_), [this](TileId tile) { return !is_pinned_[index(tile)]; });
    if (tiles_.capacity() - tiles_.size() < more_.size()) tiles_.reserve(2 * (tiles_.size() + more_.size()));
    UISGE_TRY(plane_.pin(more_));
    for (const TileId tile : more_) is_pinned_[index(tile)] = true;
    tiles_.insert(tiles_.end(), more_.begin(), more_.end());
    return {};
  }

 private:
  WonPlane& plane_;
  const NextVisits* next_;
  std::vector<bool> is_pinned_;
  std::vector<TileId> tiles_;
  std::vector<TileId> more_;  // the tiles that the current call pins
};

}  // namespace uisge

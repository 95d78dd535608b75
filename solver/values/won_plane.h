// The plane of won positions, wherever it lies: the engine names the tiles that a step needs, and finds them in memory.
//
// A step may touch the blocks of the tiles that it holds, and says which of them it has changed. What a plane expects
// to be needed next it may fetch meanwhile. All functions are called from one thread, mark_changed from any.
#pragma once

#include <span>

#include "core/error.h"
#include "solver/values/tile_layout.h"

namespace uisge {

class WonPlane {
 public:
  virtual ~WonPlane() = default;
  const TileLayout& layout() const { return layout_; }

  // Blocks of held tiles; of others there is nothing to be had.
  virtual Plane& blocks() = 0;
  // How many different tiles one step may hold, and the next may expect beside them.
  virtual std::size_t capacity() const = 0;
  // From here on exactly these are held. REQUIRES: ascending, at most capacity().
  virtual Result<void> hold(std::span<const TileId> tiles) = 0;
  // Likely to be held next; fetched in the background as far as there is room beside those that are held.
  virtual void expect(std::span<const TileId> tiles) = 0;
  virtual void mark_changed(TileId tile) = 0;
  // Whether tiles had to be begun anew since the last call, because they were damaged: then everything has to be looked
  // at once more.
  virtual bool take_lost_bits() = 0;

 protected:
  explicit WonPlane(const TileLayout& layout) : layout_(layout) {}

 private:
  TileLayout layout_;
};

// All of it in memory: everything is held at any time.
class MemoryPlane final : public WonPlane {
 public:
  // Throws std::bad_alloc.
  MemoryPlane(const TileLayout& layout, int pieces_per_side)
      : WonPlane(layout), blocks_(layout.placements(), pieces_per_side) {}

  Plane& blocks() override { return blocks_; }
  std::size_t capacity() const override { return layout().tiles(); }
  Result<void> hold(std::span<const TileId>) override { return {}; }
  void expect(std::span<const TileId>) override {}
  void mark_changed(TileId) override {}
  bool take_lost_bits() override { return false; }

 private:
  Plane blocks_;
};

}  // namespace uisge

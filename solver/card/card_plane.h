// A plane (one bit per position, set if the position is won) on a graphics card. The plane is divided into tiles, runs
// of placements that are copied as a whole. Tiles that do not fit on the card lie in pinned memory of the host.
//
// Some tiles stay on the card (card_split.h). A step of the engine stages the other tiles that it needs: it copies them
// into slots of the card. The staged tiles replace the tiles whose next use is furthest away (staged_tiles.h). A
// replaced tile is copied back if it has changed. Copies run while the kernels of the previous step run. A tile in
// which nothing was ever won is zeroed instead of copied.
//
// Not thread-safe. A step waits for the stream incoming() before it reads tiles on the card.
#pragma once

#include <span>
#include <vector>

#include "solver/card/card.h"
#include "solver/card/card_split.h"
#include "solver/card/card_step.h"
#include "solver/card/staged_tiles.h"
#include "solver/values/plane_file.h"
#include "solver/values/plane_store.h"
#include "solver/values/tile_layout.h"

namespace uisge {

class CardPlane {
 public:
  static constexpr std::uint32_t kNowhere = kNoCardSlot;

  // All bits of the new plane are clear.
  static Result<CardPlane> make(const Card& card, const TileLayout& layout, const CardSplit& split);

  CardAddress address() const { return memory_.address(); }
  // The slot of each tile, or kNowhere if the tile is not on the card. A slot is a place for one tile in the card's
  // memory. Slots are numbered from 0; slot 0 begins at address(), and each further slot begins where the slot before
  // it ends.
  const std::vector<std::uint32_t>& slots() const { return slots_; }
  bool is_on_card(TileId tile) const { return slots_[index(tile)] != kNowhere; }
  std::uint64_t offset(PlacementId id) const;  // REQUIRES: the placement's tile is on the card
  bool is_resident(TileId tile) const { return slots_[index(tile)] < resident_; }

  // Stages the tiles for step number `step`; staged_tiles.h chooses which tiles are replaced. Returns false and changes
  // nothing if there is no room beside the tiles of the previous step. REQUIRES: none of the tiles is resident (always
  // on the card). All steps before the previous step are over, and mark_changed() was called for the tiles that they
  // changed.
  Result<bool> stage(std::span<const TileId> tiles, std::uint32_t step, const TileSchedule* schedule);
  // The CUDA stream that copies tiles to the card. Every step waits for this stream.
  CardStream& incoming() { return in_; }
  void mark_changed(TileId tile);

  // Clears all bits. REQUIRES: no step is running.
  Result<void> clear();
  // Whether bit number `bit` of the placement's blocks is set. REQUIRES: the placement's tile is not on the card.
  // Thread-safe once await_copies_to_host() has returned.
  bool is_set_on_host(PlacementId id, std::uint32_t bit) const;
  Result<void> await_copies_to_host() const { return out_.synchronize(); }

  // Reads the whole plane from the file. REQUIRES: no step is running.
  Result<void> load(const PlaneFile& file, const PlaneStore::Note& note);
  // Writes the tiles that have changed since the last save. REQUIRES: no step is running.
  Result<void> save(const PlaneFile& file);
  // Copies a placement's blocks to main memory. REQUIRES: the placement's tile is on the card.
  Result<void> read(PlacementId id, void* to);

  std::uint64_t bytes_in() const { return bytes_in_; }
  std::uint64_t bytes_out() const { return bytes_out_; }

 private:
  CardPlane(const TileLayout& layout, const CardSplit& split);

  CardAddress slot_address(TileId tile) const { return address() + slots_[index(tile)] * layout_.bytes_per_tile(); }
  std::byte* on_host(TileId tile) const {
    return host_memory_.data() + host_places_[index(tile)] * layout_.bytes_per_tile();
  }
  // REQUIRES: the tile is staged.
  bool is_newer_than_host_copy(TileId tile) const { return is_changed_[slots_[index(tile)] - resident_]; }
  Result<void> send_to_host(TileId tile);
  Result<void> fetch(TileId tile, std::uint32_t place);
  Result<const std::byte*> on_this_side(TileId tile);

  TileLayout layout_;
  std::size_t resident_;
  CardMemory memory_;         // resident tiles, then the staging area
  PinnedMemory host_memory_;  // in main memory: the tiles that are not always on the card
  PinnedMemory bounce_;       // one tile on its way to or from a file
  std::vector<std::uint32_t> slots_;
  std::vector<std::uint32_t> host_places_;  // by tile: its place in host_memory_, if it is not resident
  StagedTiles staged_;
  std::vector<bool> is_changed_;   // by place in the staging area: whether the tile there has changed
  std::vector<bool> has_no_wins_;  // by tile; if true, the tile's place in host_memory_ is unused
  std::vector<bool> is_unsaved_;   // by tile: whether it has changed since the last save
  CardStream in_;
  CardStream out_;
  CardEvent sent_to_host_;
  std::uint64_t bytes_in_ = 0;
  std::uint64_t bytes_out_ = 0;
};

}  // namespace uisge

// The plane of won positions on a card, with the tiles that do not fit there in pinned memory of this machine.
//
// Some tiles lie on the card for good (card_split.h). A step of the engine stages the others that it needs: they
// are copied into slots of the card, in place of tiles that are needed last (staged_tiles.h), which are copied back if
// they have changed. Copies run beside the kernels of the step before. A tile that nothing was ever won in is not
// copied, but zeroed.
//
// For one thread; whoever reads the card's part waits for the streams first.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "solver/card/card.h"
#include "solver/card/card_split.h"
#include "solver/card/card_step.h"
#include "solver/card/staged_tiles.h"
#include "solver/values/plane_file.h"
#include "solver/values/stored_plane.h"
#include "solver/values/tile_layout.h"

namespace uisge {

class CardPlane {
 public:
  static constexpr std::uint32_t kNowhere = kNoCardSlot;

  // All bits are clear.
  static Result<CardPlane> make(const Card& card, const TileLayout& layout, const CardSplit& split);

  CardAddress address() const { return memory_.address(); }
  // By tile: its slot, or kNowhere. Slots follow each other from address().
  const std::vector<std::uint32_t>& slots() const { return slots_; }
  bool is_on_card(TileId tile) const { return slots_[index(tile)] != kNowhere; }
  std::uint64_t offset(PlacementId id) const;  // REQUIRES: it is on the card
  bool is_resident(TileId tile) const { return slots_[index(tile)] < resident_; }

  // Brings the tiles to the card, none of which is resident, for step number `step`, as staged_tiles.h says. False, and
  // nothing is done, if there is no room beside the tiles of the step before. REQUIRES: every step but the last one is
  // over, and what it changed is marked.
  Result<bool> stage(std::span<const TileId> tiles, std::uint32_t step, const TileSchedule* schedule);
  // The stream that copies to the card: a step waits for it.
  CardStream& incoming() { return in_; }
  // Something was won in it.
  void mark_changed(TileId tile);

  // Clears all bits. REQUIRES: no step is going on.
  Result<void> clear();
  // Whether a bit is set, of the blocks of a placement whose tile is not on the card. Safe from several threads, once
  // await_home() has returned.
  bool is_set_at_home(PlacementId id, std::uint32_t bit) const;
  Result<void> await_home() const { return out_.synchronize(); }

  // Reading and writing all of it. REQUIRES: no step is going on.
  Result<void> load(const PlaneFile& file, const StoredPlane::Note& note);
  // Writes the tiles that have changed since the last save.
  Result<void> save(const PlaneFile& file);
  // Copies a placement's blocks out. REQUIRES: it is on the card.
  Result<void> read(PlacementId id, void* to);

  std::uint64_t bytes_in() const { return bytes_in_; }
  std::uint64_t bytes_out() const { return bytes_out_; }

 private:
  CardPlane(const TileLayout& layout, const CardSplit& split);

  CardAddress slot_address(TileId tile) const { return address() + slots_[index(tile)] * layout_.bytes_per_tile(); }
  std::byte* home(TileId tile) const { return home_.data() + home_places_[index(tile)] * layout_.bytes_per_tile(); }
  // REQUIRES: it is staged.
  bool is_newer_than_home(TileId tile) const { return is_changed_[slots_[index(tile)] - resident_]; }
  Result<void> send_home(TileId tile);
  Result<void> fetch(TileId tile, std::uint32_t place);
  Result<const std::byte*> on_this_side(TileId tile);

  TileLayout layout_;
  std::size_t resident_;
  CardMemory memory_;    // resident tiles, then the staging area
  PinnedMemory home_;    // of the tiles that are not resident
  PinnedMemory bounce_;  // a tile on its way to or from a file
  std::vector<std::uint32_t> slots_;
  std::vector<std::uint32_t> home_places_;  // by tile, if it is not resident: where its home is among them
  StagedTiles staged_;
  std::vector<bool> is_changed_;  // by place in the staging area: whether its tile has changed since it came
  std::vector<bool> is_blank_;    // nothing was ever won in it: its home was never written
  std::vector<bool> is_unsaved_;  // changed since the last save
  CardStream in_;
  CardStream out_;
  CardEvent sent_home_;
  std::uint64_t bytes_in_ = 0;
  std::uint64_t bytes_out_ = 0;
};

}  // namespace uisge

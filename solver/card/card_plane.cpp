#include "solver/card/card_plane.h"

#include <fmt/format.h>

#include <cstring>

namespace uisge {

CardPlane::CardPlane(const TileLayout& layout, const CardSplit& split)
    : layout_(layout),
      resident_(split.resident_tiles),
      slots_(layout.tiles(), kNowhere),
      host_places_(layout.tiles()),
      staged_(layout.tiles(), split.staged_tiles),
      is_changed_(split.staged_tiles, false),
      has_no_wins_(layout.tiles(), true),
      is_unsaved_(layout.tiles(), false) {
  std::uint32_t places = 0;
  for (const TileId tile : resident_tiles(split, layout)) slots_[index(tile)] = places++;
  places = 0;
  for (const TileId tile : visit_order(split, layout)) {
    if (slots_[index(tile)] == kNowhere) host_places_[index(tile)] = places++;
  }
}

Result<CardPlane> CardPlane::make(const Card& card, const TileLayout& layout, const CardSplit& split) {
  CardPlane plane(layout, split);
  const std::uint64_t tile = layout.bytes_per_tile();
  const std::size_t host_tiles = layout.tiles() - split.resident_tiles;
  plane.memory_ = UISGE_TRY(card.allocate((split.resident_tiles + split.staged_tiles) * tile));
  for (const auto& [pinned, bytes] :
       {std::pair{&plane.host_memory_, host_tiles * tile}, std::pair{&plane.bounce_, tile}}) {
    if (bytes == 0) continue;
    auto made = UISGE_TRY(card.allocate_pinned(bytes));
    *pinned = std::move(made);
  }
  for (CardStream* const stream : {&plane.in_, &plane.out_}) {
    auto made = UISGE_TRY(card.make_stream());
    *stream = std::move(made);
  }
  plane.sent_to_host_ = UISGE_TRY(card.make_event());

  UISGE_TRY(plane.in_.fill_with_zeros(plane.address(), split.resident_tiles * tile));
  UISGE_TRY(plane.in_.synchronize());
  return plane;
}

Result<void> CardPlane::clear() {
  UISGE_TRY(out_.synchronize());
  UISGE_TRY(in_.synchronize());
  for (std::size_t i = 0; i < layout_.tiles(); ++i) {
    if (!is_resident(tile_id(i))) slots_[i] = kNowhere;
  }
  staged_ = StagedTiles(layout_.tiles(), is_changed_.size());
  is_changed_.assign(is_changed_.size(), false);
  has_no_wins_.assign(layout_.tiles(), true);
  is_unsaved_.assign(layout_.tiles(), true);
  if (resident_ != 0) UISGE_TRY(in_.fill_with_zeros(address(), resident_ * layout_.bytes_per_tile()));
  return in_.synchronize();
}

bool CardPlane::is_set_on_host(PlacementId id, std::uint32_t bit) const {
  const TileId tile = layout_.tile_of(id);
  if (has_no_wins_[index(tile)]) return false;
  const std::byte* const blocks = on_host(tile) + (index(id) - layout_.begin(tile)) * layout_.bytes_per_placement();
  return (static_cast<unsigned>(blocks[bit / 8]) >> (bit % 8) & 1) != 0;
}

std::uint64_t CardPlane::offset(PlacementId id) const {
  const TileId tile = layout_.tile_of(id);
  return slots_[index(tile)] * layout_.bytes_per_tile() +
         (index(id) - layout_.begin(tile)) * layout_.bytes_per_placement();
}

void CardPlane::mark_changed(TileId tile) {
  is_unsaved_[index(tile)] = true;
  has_no_wins_[index(tile)] = false;
  if (!is_resident(tile)) is_changed_[slots_[index(tile)] - resident_] = true;
}

// Gives up the tile's slot. If the tile has changed, begins to copy it to main memory; the copy is complete when the
// stream out_ has done its work.
Result<void> CardPlane::send_to_host(TileId tile) {
  const std::uint64_t bytes = layout_.bytes_per_tile();
  if (is_newer_than_host_copy(tile)) {
    UISGE_TRY(out_.copy_out(on_host(tile), slot_address(tile), bytes));
    bytes_out_ += bytes;
  }
  slots_[index(tile)] = kNowhere;
  return {};
}

Result<void> CardPlane::fetch(TileId tile, std::uint32_t place) {
  slots_[index(tile)] = static_cast<std::uint32_t>(resident_ + place);
  is_changed_[place] = false;
  if (has_no_wins_[index(tile)]) return in_.fill_with_zeros(slot_address(tile), layout_.bytes_per_tile());
  bytes_in_ += layout_.bytes_per_tile();
  return in_.copy_in(slot_address(tile), on_host(tile), layout_.bytes_per_tile());
}

Result<bool> CardPlane::stage(std::span<const TileId> tiles, std::uint32_t step, const TileSchedule* schedule) {
  const auto changes = staged_.stage(tiles, step, schedule);
  if (!changes) return false;
  if (changes->empty()) return true;
  for (const StagedTiles::Change& change : *changes) {
    if (!change.out) continue;
    UISGE_TRY(send_to_host(*change.out));
  }
  UISGE_TRY(out_.record(sent_to_host_));
  UISGE_TRY(in_.wait_for(sent_to_host_));
  for (const StagedTiles::Change& change : *changes) UISGE_TRY(fetch(change.in, change.place));
  return true;
}

Result<void> CardPlane::load(const PlaneFile& file, const PlaneStore::Note& note) {
  const PlaneFile::Buffer buffer(file);
  auto* const words = reinterpret_cast<std::uint64_t*>(bounce_.data());
  for (std::size_t i = 0; i < layout_.tiles(); ++i) {
    const auto tile = tile_id(i);
    const auto read = UISGE_TRY(file.read(tile, words, buffer));
    if (read.state == TileState::kDamaged) {
      note(fmt::format("{}: tile {} is damaged and begins anew", file.path(), i));
      is_unsaved_[i] = true;  // so that zeros replace the damaged tile in the file
    }
    if (read.state != TileState::kIntact) continue;
    has_no_wins_[i] = false;
    if (!is_resident(tile)) {
      std::memcpy(on_host(tile), words, layout_.bytes(tile));
      continue;
    }
    UISGE_TRY(in_.copy_in(slot_address(tile), words, layout_.bytes(tile)));
    UISGE_TRY(in_.synchronize());
  }
  return {};
}

// Returns the tile's bytes in the host's memory, valid until the next call.
Result<const std::byte*> CardPlane::on_this_side(TileId tile) {
  if (has_no_wins_[index(tile)]) {
    std::memset(bounce_.data(), 0, layout_.bytes(tile));
    return bounce_.data();
  }
  if (!is_resident(tile) && (slots_[index(tile)] == kNowhere || !is_newer_than_host_copy(tile))) return on_host(tile);
  UISGE_TRY(out_.copy_out(bounce_.data(), slot_address(tile), layout_.bytes(tile)));
  UISGE_TRY(out_.synchronize());
  return bounce_.data();
}

Result<void> CardPlane::save(const PlaneFile& file) {
  // Waits until changed tiles have arrived in main memory.
  UISGE_TRY(out_.synchronize());
  const PlaneFile::Buffer buffer(file);
  for (std::size_t i = 0; i < layout_.tiles(); ++i) {
    if (!is_unsaved_[i]) continue;
    const auto tile = tile_id(i);
    const auto bytes = UISGE_TRY(on_this_side(tile));
    const auto* const words = reinterpret_cast<const std::uint64_t*>(bytes);
    UISGE_TRY(file.write(tile, words, buffer));
    is_unsaved_[i] = false;
  }
  return file.sync();
}

Result<void> CardPlane::read(PlacementId id, void* to) {
  UISGE_TRY(out_.copy_out(to, address() + offset(id), layout_.bytes_per_placement()));
  return out_.synchronize();
}

}  // namespace uisge

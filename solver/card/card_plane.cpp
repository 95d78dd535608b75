#include "solver/card/card_plane.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace uisge {

Result<CardPlane> CardPlane::make(const Card& card, const TileLayout& layout, const CardSplit& split) {
  CardPlane plane(layout, split);
  const std::uint64_t tile = layout.bytes_per_tile();
  const std::size_t homes = layout.tiles() - split.resident_tiles;
  auto memory = card.allocate((split.resident_tiles + split.staged_tiles) * tile);
  if (!memory) return tl::unexpected(memory.error());
  plane.memory_ = std::move(*memory);
  for (const auto& [pinned, bytes] : {std::pair{&plane.home_, homes * tile}, std::pair{&plane.bounce_, tile}}) {
    if (bytes == 0) continue;
    auto made = card.allocate_pinned(bytes);
    if (!made) return tl::unexpected(made.error());
    *pinned = std::move(*made);
  }
  for (CardStream* const stream : {&plane.in_, &plane.out_}) {
    auto made = card.make_stream();
    if (!made) return tl::unexpected(made.error());
    *stream = std::move(*made);
  }
  auto event = card.make_event();
  if (!event) return tl::unexpected(event.error());
  plane.sent_home_ = std::move(*event);

  plane.slots_.resize(layout.tiles(), kNowhere);
  for (std::size_t i = 0; i < split.resident_tiles; ++i) plane.slots_[i] = static_cast<std::uint32_t>(i);
  plane.stages_.resize(split.staged_tiles);
  plane.is_blank_.resize(layout.tiles(), true);
  plane.is_unsaved_.resize(layout.tiles(), false);
  if (auto done = plane.in_.fill_with_zeros(plane.address(), split.resident_tiles * tile); !done) {
    return tl::unexpected(done.error());
  }
  if (auto done = plane.in_.synchronize(); !done) return tl::unexpected(done.error());
  return plane;
}

std::uint64_t CardPlane::offset(PlacementId id) const {
  const TileId tile = layout_.tile_of(id);
  return slots_[index(tile)] * layout_.bytes_per_tile() +
         (index(id) - layout_.begin(tile)) * layout_.bytes_per_placement();
}

std::uint32_t CardPlane::slot_of(const Stage& stage) const {
  return static_cast<std::uint32_t>(resident_ + static_cast<std::size_t>(&stage - stages_.data()));
}

void CardPlane::mark_changed(TileId tile) {
  is_unsaved_[index(tile)] = true;
  is_blank_[index(tile)] = false;
  if (!is_resident(tile)) stages_[slots_[index(tile)] - resident_].is_changed = true;
}

// Its copy on this side is up to date once out_ has got there.
Result<void> CardPlane::send_home(Stage& stage) {
  if (!stage.is_changed) return {};
  const std::uint64_t bytes = layout_.bytes_per_tile();
  if (auto done = out_.copy_out(home(*stage.tile), slot_address(slot_of(stage)), bytes); !done) return done;
  stage.is_changed = false;
  bytes_out_ += bytes;
  return {};
}

Result<void> CardPlane::fetch(Stage& stage, TileId tile, std::uint32_t step) {
  stage = {tile, false, step};
  slots_[index(tile)] = slot_of(stage);
  if (is_blank_[index(tile)]) return in_.fill_with_zeros(slot_address(slot_of(stage)), layout_.bytes_per_tile());
  bytes_in_ += layout_.bytes_per_tile();
  return in_.copy_in(slot_address(slot_of(stage)), home(tile), layout_.bytes_per_tile());
}

Result<bool> CardPlane::stage(std::span<const TileId> tiles, std::uint32_t step) {
  std::vector<TileId> missing;
  for (const TileId tile : tiles) {
    if (slots_[index(tile)] == kNowhere) missing.push_back(tile);
  }
  std::vector<Stage*> free;
  for (Stage& stage : stages_) {
    const bool is_idle = !stage.tile || stage.step + 1 < step;
    if (is_idle && !(stage.tile && std::ranges::binary_search(tiles, *stage.tile))) free.push_back(&stage);
  }
  if (free.size() < missing.size()) return false;
  std::ranges::stable_sort(free, {}, [](const Stage* stage) { return stage->step; });
  free.resize(missing.size());
  for (const TileId tile : tiles) {
    const std::uint32_t slot = slots_[index(tile)];
    if (slot != kNowhere && slot >= resident_) stages_[slot - resident_].step = step;
  }
  if (missing.empty()) return true;
  for (Stage* const stage : free) {
    if (!stage->tile) continue;
    if (auto done = send_home(*stage); !done) return tl::unexpected(done.error());
    slots_[index(*stage->tile)] = kNowhere;
  }
  if (auto done = out_.record(sent_home_); !done) return tl::unexpected(done.error());
  if (auto done = in_.wait_for(sent_home_); !done) return tl::unexpected(done.error());
  for (std::size_t i = 0; i < missing.size(); ++i) {
    if (auto done = fetch(*free[i], missing[i], step); !done) return tl::unexpected(done.error());
  }
  return true;
}

Result<void> CardPlane::load(const PlaneFile& file, const StoredPlane::Note& note) {
  const PlaneFile::Buffer buffer(file);
  auto* const words = reinterpret_cast<std::uint64_t*>(bounce_.data());
  for (std::size_t i = 0; i < layout_.tiles(); ++i) {
    const auto tile = tile_id(i);
    const auto state = file.read(tile, words, buffer);
    if (!state) return tl::unexpected(state.error());
    if (*state == TileState::kDamaged) note(fmt::format("{}: tile {} is damaged and begins anew", file.path(), i));
    if (*state != TileState::kIntact) continue;
    is_blank_[i] = false;
    if (!is_resident(tile)) {
      std::memcpy(home(tile), words, layout_.bytes(tile));
      continue;
    }
    if (auto done = in_.copy_in(slot_address(slots_[i]), words, layout_.bytes(tile)); !done) return done;
    if (auto done = in_.synchronize(); !done) return done;
  }
  return {};
}

// The tile's bytes, until the next call.
Result<const std::byte*> CardPlane::on_this_side(TileId tile) {
  if (!is_resident(tile)) {
    const std::uint32_t slot = slots_[index(tile)];
    if (slot == kNowhere || !stages_[slot - resident_].is_changed) return home(tile);
  }
  if (auto done = out_.copy_out(bounce_.data(), slot_address(slots_[index(tile)]), layout_.bytes(tile)); !done) {
    return tl::unexpected(done.error());
  }
  if (auto done = out_.synchronize(); !done) return tl::unexpected(done.error());
  return bounce_.data();
}

Result<void> CardPlane::save(const PlaneFile& file) {
  // What was sent home has to be there.
  if (auto done = out_.synchronize(); !done) return done;
  const PlaneFile::Buffer buffer(file);
  for (std::size_t i = 0; i < layout_.tiles(); ++i) {
    if (!is_unsaved_[i]) continue;
    const auto tile = tile_id(i);
    const auto bytes = on_this_side(tile);
    if (!bytes) return tl::unexpected(bytes.error());
    if (auto done = file.write(tile, reinterpret_cast<const std::uint64_t*>(*bytes), buffer); !done) return done;
    is_unsaved_[i] = false;
  }
  return file.sync();
}

Result<void> CardPlane::read(PlacementId id, void* to) {
  if (auto done = out_.copy_out(to, address() + offset(id), layout_.bytes_per_placement()); !done) return done;
  return out_.synchronize();
}

}  // namespace uisge

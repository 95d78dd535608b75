#include "solver/card/staged_tiles.h"

#include <algorithm>
#include <utility>

#include "solver/values/won_plane.h"

namespace uisge {

StagedTiles::StagedTiles(std::size_t tiles, std::size_t places)
    : places_(places), place_of_(tiles, kNoPlace), wanted_(tiles, 0) {}

std::optional<std::span<const StagedTiles::Change>> StagedTiles::stage(std::span<const TileId> tiles,
                                                                       std::uint32_t step,
                                                                       const TileSchedule* schedule) {
  missing_.clear();
  changes_.clear();
  ++call_;
  for (const TileId tile : tiles) {
    wanted_[index(tile)] = call_;
    if (place_of_[index(tile)] == kNoPlace) missing_.push_back(tile);
  }
  if (!missing_.empty()) {
    idle_.clear();
    for (std::uint32_t i = 0; i < places_.size(); ++i) {
      const Place& place = places_[i];
      if (!place.tile || (place.step + 1 < step && wanted_[index(*place.tile)] != call_)) idle_.push_back(i);
    }
    if (idle_.size() < missing_.size()) return std::nullopt;
    // `needed` is the predicted next visit that needs the place's tile. Empty places are taken first, together with
    // places whose `needed` lies in the past. After these, places with the greatest `needed` are taken. If this call
    // has no schedule, all predictions from earlier schedules count as past. Among tiles that were last used without a
    // schedule, the least recently used tile has the greatest `needed`.
    const std::uint64_t visit = schedule != nullptr ? schedule->visit() : WonPlane::kNoVisit;
    const auto key = [&](std::uint32_t i) {
      const Place& place = places_[i];
      if (!place.tile || place.needed < visit) return std::pair(std::uint64_t{0}, i);
      return std::pair(UINT64_MAX - place.needed + 1, i);
    };
    const auto end = idle_.begin() + static_cast<std::ptrdiff_t>(missing_.size());
    std::ranges::partial_sort(idle_, end, {}, key);
    for (std::size_t i = 0; i < missing_.size(); ++i) {
      Place& place = places_[idle_[i]];
      if (place.tile) place_of_[index(*place.tile)] = kNoPlace;
      changes_.push_back({idle_[i], std::exchange(place.tile, missing_[i]), missing_[i]});
      place_of_[index(missing_[i])] = idle_[i];
    }
  }
  for (const TileId tile : tiles) {
    Place& place = places_[place_of_[index(tile)]];
    place.step = step;
    place.needed = schedule != nullptr ? schedule->next_visit(tile) : UINT64_MAX - ++uses_;
  }
  return changes_;
}

}  // namespace uisge

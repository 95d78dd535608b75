#include "solver/blocks/engine_part.h"

#include <algorithm>

namespace uisge {

EnginePart make_part(const PlacementTable& table, std::size_t chunk_size, std::vector<std::uint32_t> chunks,
                     std::span<const PlacementId> besides) {
  EnginePart part;
  part.slots.assign(table.size(), kNoSlot);
  const auto hold = [&](PlacementId id) { part.slots[index(id)] = 0; };
  for (const std::uint32_t chunk : chunks) {
    for (std::size_t i = chunk * chunk_size; i < std::min(table.size(), (chunk + 1) * chunk_size); ++i) {
      const PlacementId id = placement_id(i);
      hold(id);
      for (const Transition& transition : table.transitions(id)) hold(transition.target);
    }
  }
  for (const PlacementId id : besides) hold(id);
  // The slots of the placements that the part holds are in the order of the placements' numbers, so moves mostly lead
  // to slots nearby.
  std::uint32_t next = 0;
  for (std::uint32_t& slot : part.slots) {
    if (slot != kNoSlot) slot = next++;
  }
  part.held = next;
  part.chunks = std::move(chunks);
  return part;
}

}  // namespace uisge

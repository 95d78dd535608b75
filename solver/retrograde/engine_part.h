// The part of a board that one engine of several decides, each in its own memory (solver/cluster).
//
// An engine sweeps its own chunks. For that it needs the blocks of their placements, and of every placement that a
// move of theirs leads to; those that other engines decide it gets as segments (RetrogradeEngine::absorb). Numbers of
// placements and chunks are the same for all; only memory is packed: each placement that the part holds has a slot.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "solver/placements/placement_table.h"

namespace uisge {

inline constexpr std::uint32_t kNoSlot = UINT32_MAX;

struct EnginePart {
  std::vector<std::uint32_t> chunks;  // its own, in the order in which they are swept
  std::vector<std::uint32_t> slots;   // by placement: its place in the planes, from 0, or kNoSlot
  std::size_t held = 0;               // placements with a slot

  bool holds(PlacementId id) const { return slots[index(id)] != kNoSlot; }
};

// The part that decides `chunks`, and holds what their moves lead to and the placements in `besides`.
// Linear in the moves of the placements concerned.
EnginePart make_part(const PlacementTable& table, std::size_t chunk_size, std::vector<std::uint32_t> chunks,
                     std::span<const PlacementId> besides = {});

}  // namespace uisge

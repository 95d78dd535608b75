// The part of a board that one engine decides, if several engines share the board, each in its own memory
// (solver/cluster).
//
// An engine decides the positions of its own chunks. The engine holds the blocks of these chunks' placements, and of
// every placement to which moves from these placements lead. Other engines decide the positions of held placements
// outside these chunks, and send their results as segments (RetrogradeEngine::absorb). All engines number placements
// and chunks in the same way. Each placement that an engine holds has a slot, its place in the engine's memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "solver/placements/placement_table.h"

namespace uisge {

inline constexpr std::uint32_t kNoSlot = UINT32_MAX;

struct EnginePart {
  std::vector<std::uint32_t> chunks;  // the chunks that the engine decides, in the order of its work
  std::vector<std::uint32_t> slots;   // by placement: its place in the engine's memory, from 0, or kNoSlot
  std::size_t held = 0;               // the number of placements with a slot

  bool holds(PlacementId id) const { return slots[index(id)] != kNoSlot; }
};

// Makes the part of an engine that decides the positions of `chunks` and also holds the placements in `besides`. Takes
// time in proportion to the number of moves of the chunks' placements.
EnginePart make_part(const PlacementTable& table, std::size_t chunk_size, std::vector<std::uint32_t> chunks,
                     std::span<const PlacementId> besides = {});

}  // namespace uisge

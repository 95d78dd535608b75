// Puts the positions of a segment (segment.h) into a plane.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/colouring.h"
#include "solver/blocks/plane.h"
#include "solver/checkpoint/segment.h"
#include "solver/kernel/block_shape.h"
#include "solver/retrograde/delayed_bits.h"

namespace uisge {

// Reads the segment of the placements from `begin` to before `end`. Returns the number of its positions, each weighted
// with the orbit size of its placement; none if the bytes are not such a segment. blocks_of(i) is the address of a
// placement's blocks, null if the plane does not hold them. Takes time in proportion to the segment's bytes and the
// placements.
template <int N, class BlocksOf>
std::optional<std::uint64_t> replay_segment(SegmentDecoder segment, std::size_t begin, std::size_t end,
                                            std::span<const std::uint8_t> orbit_size, const BlocksOf& blocks_of) {
  std::vector<std::uint64_t> scratch;
  DelayedBits bits;
  std::uint64_t positions = 0;
  for (std::size_t i = begin; i < end; ++i) {
    std::uint64_t* const blocks = blocks_of(placement_id(i));
    const auto take_words = [&](std::span<const std::uint64_t> words) {
      if (blocks == nullptr) return;
      for (std::size_t w = 0; w < words.size(); ++w) blocks[w] |= words[w];
    };
    const auto take_member = [&](std::uint32_t at) {
      if (blocks != nullptr) bits.set(blocks, bit_of_position<N>(at));
    };
    if (!segment.list(scratch, take_words, take_member)) return std::nullopt;
    positions += std::uint64_t{segment.count()} * orbit_size[i];
  }
  if (!segment.at_end()) return std::nullopt;
  return positions;
}

}  // namespace uisge

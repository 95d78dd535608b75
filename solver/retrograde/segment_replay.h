// Sets the bits of a segment's positions (segment.h) in a plane.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/colouring.h"
#include "solver/blocks/plane.h"
#include "solver/checkpoint/segment.h"
#include "solver/kernel/block_shape.h"

namespace uisge {

// Sets bits at scattered addresses. set() only prefetches the word of a bit; the bit is set some calls later, when the
// word has arrived in the cache.
//
// Not thread-safe. The destructor sets the bits of the last calls, so the words given to set() must outlive the object.
class DelayedBits {
 public:
  DelayedBits() { pending_.fill({&nowhere_, 0}); }
  DelayedBits(const DelayedBits&) = delete;
  DelayedBits& operator=(const DelayedBits&) = delete;
  ~DelayedBits() {
    for (const Pending& slot : pending_) *slot.word |= slot.mask;
  }

  // Sets bit number `bit`, counted from the lowest bit of words[0].
  void set(std::uint64_t* words, std::uint32_t bit) {
    Pending& slot = pending_[next_++ % pending_.size()];
    *slot.word |= slot.mask;
    slot = {words + bit / 64, bit_in_word(bit)};
    __builtin_prefetch(slot.word, 1);
  }

 private:
  static constexpr std::size_t kDelay = 32;
  struct Pending {
    std::uint64_t* word;
    std::uint64_t mask;
  };
  std::uint64_t nowhere_ = 0;
  std::array<Pending, kDelay> pending_;
  std::size_t next_ = 0;
};

// Decodes a segment of the placements `begin` to `end` - 1, and sets in the blocks the bit of each of its positions.
// Returns the raw number (as in PlyCounts) of these positions; std::nullopt if the bytes are not a segment of these
// placements. blocks_of(i) is the address of the blocks of placement i, or null if the plane does not hold them. Takes
// time in proportion to the number of bytes plus the number of placements.
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

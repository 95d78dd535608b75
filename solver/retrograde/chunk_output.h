// Codes the positions that a ply decides in one chunk of placements, in two forms. One form is a segment (segment.h),
// for the log and for other engines. The other form is lists (frontier.h), for the next ply. The engine then takes back
// the moves that lead to the listed positions.
//
// Use one object per thread.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "solver/blocks/new_bits.h"
#include "solver/blocks/piece_state.h"
#include "solver/checkpoint/segment.h"
#include "solver/kernel/kernel.h"
#include "solver/retrograde/frontier.h"

namespace uisge {

template <int N>
class ChunkOutput {
 public:
  ChunkOutput(const Kernel& kernel, const PieceStates& states, InstructionSet instructions)
      : kernel_(kernel), states_(states), encoder_({N, instructions}) {}

  void begin(bool make_segment, bool make_lists) {
    makes_segment_ = make_segment;
    makes_lists_ = make_lists;
    positions_ = 0;
    listed_ = 0;
    ends_.clear();
  }

  // Adds the positions of the next placement. REQUIRES: `count` bits of `bits` are set.
  void add(const NewBits<N>& bits, std::uint32_t count) {
    positions_ += count;
    bool by_gaps = false;
    if (makes_segment_) {
      by_gaps = encoder_.begin(count) == ListForm::kGaps;
      if (!by_gaps) encoder_.add_words(bits.words());
    }
    if (makes_lists_ && list_.size() < listed_ + count) list_.resize(2 * (listed_ + count));
    if (makes_lists_ || by_gaps) {
      for (const ColouringRank rank : bits.touched()) {
        const std::span<const std::uint16_t> found(found_.data(), kernel_.list(bits.block(rank), found_.data()));
        if (by_gaps) encoder_.add(position_index(N, rank, 0, 0), found);
        if (!makes_lists_) continue;
        states_.convert(rank, found, list_.data() + listed_);
        listed_ += found.size();
      }
    }
    ends_.push_back(static_cast<std::uint32_t>(listed_));
  }

  std::uint64_t positions() const { return positions_; }

  // Ends the chunk. The segment is empty if nothing was decided in the chunk, or if the caller wants no segments. The
  // segment is valid until the next chunk begins.
  std::span<const std::uint8_t> finish_segment() {
    const std::span<const std::uint8_t> segment = encoder_.finish();
    return positions_ == 0 ? segment.first(0) : segment;
  }
  void put_lists(std::size_t chunk, Frontier& frontier) const {
    if (makes_lists_) frontier.put(chunk, {list_.data(), list_.data() + listed_}, ends_);
  }

 private:
  const Kernel& kernel_;
  const PieceStates& states_;
  bool makes_segment_ = false;
  bool makes_lists_ = false;
  std::uint64_t positions_ = 0;
  SegmentEncoder encoder_;
  std::array<std::uint16_t, kMaxListed> found_;  // the positions that were found in a block
  std::vector<PieceState> list_;                 // the chunk's list, followed by unused room
  std::size_t listed_ = 0;                       // the length of the list
  std::vector<std::uint32_t> ends_;              // where each placement's part of the list ends
};

}  // namespace uisge

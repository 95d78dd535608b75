// A segment: the positions that one ply decides in one chunk of placements, a list for each placement. The ply log
// consists of segments, and engines that share a board exchange them.
//
// A short list is coded as the gaps between positions (gap_code.h). A long list is coded as the words of the
// placement's bit string, in which position i is bit i (word_code.h). Words take up to twice as many bytes as gaps, but
// coding them takes a tenth of the time. Both codes begin with the number of positions, coded as in gap_code.h. Then
// come either the gaps or, from the next whole byte on, the words. docs/formats/checkpoint.md specifies the bytes.
//
// The bytes are the same with every instruction set. A decoder is safe with any bytes. Only one thread may use an
// encoder or decoder.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "core/bits.h"
#include "core/colouring.h"
#include "solver/checkpoint/gap_code.h"
#include "solver/checkpoint/word_code.h"

namespace uisge {

// The number of placements of a chunk. With five or six pieces a side, the placements of a chunk have about four
// million positions. With fewer pieces a side, a chunk has 64 placements.
constexpr std::size_t chunk_size_for(int pieces) {
  constexpr std::size_t kChunkPositions = std::size_t{4} << 20;
  const std::size_t placements = kChunkPositions / positions_per_placement(pieces);
  return std::clamp<std::size_t>(placements, 1, 64);
}

// What coders of segments need: the number of pieces per side, and the instruction set that they use.
struct SegmentCode {
  int pieces;
  InstructionSet instructions;
};

// The number of positions of a placement. The members of a placement's list are indices less than this number.
constexpr std::uint32_t universe(int pieces) {
  return static_cast<std::uint32_t>(positions_per_placement(pieces));
}

enum class ListForm : std::uint8_t { kGaps, kWords };

// A list is coded as words if it has more than about 1/700 of the placement's positions. Blocks of fewer than three
// pieces a side do not fill their words, so their lists are coded as gaps.
constexpr ListForm list_form(int pieces, std::uint32_t count) {
  constexpr int kMostLowBits = 8;
  return pieces >= 3 && count != 0 && rice_parameter(universe(pieces), count) <= kMostLowBits ? ListForm::kWords
                                                                                              : ListForm::kGaps;
}

// The number of words of a placement's bit string. Every bit of these words stands for a position, since a block of
// three or more pieces a side fills its words. REQUIRES: pieces >= 3.
constexpr std::size_t words_per_placement(int pieces) {
  return positions_per_placement(pieces) / 64;
}

class SegmentEncoder {
 public:
  explicit SegmentEncoder(SegmentCode code)
      : pieces_(code.pieces), words_(&word_code(code.instructions)), gaps_(code.instructions) {}

  // Begins the next placement's list. The result says how to add the members: all by one call of add_words, or by
  // several calls of add, in ascending order. REQUIRES: all members of the previous list have been added.
  ListForm begin(std::uint32_t count) {
    gaps_.begin(universe(pieces_), count);
    return list_form(pieces_, count);
  }
  void add(std::uint32_t first, std::span<const std::uint16_t> offsets) { gaps_.add(first, offsets); }
  void add_words(std::span<const std::uint64_t> words) {
    gaps_.put_bytes(max_packed_bytes(words.size()),
                    [&](std::uint8_t* out) { return words_->pack(words.data(), words.size(), out); });
  }
  // Returns the segment, which is valid until the next call of begin(). The encoder can then make another segment in
  // the same memory.
  std::span<const std::uint8_t> finish() { return gaps_.finish(); }

 private:
  int pieces_;
  const WordCode* words_;
  GapEncoder gaps_;
};

class SegmentDecoder {
 public:
  SegmentDecoder(SegmentCode code, std::span<const std::uint8_t> segment)
      : pieces_(code.pieces), words_(&word_code(code.instructions)), gaps_(segment, code.instructions) {}

  // Decodes the next placement's list: calls take_words(words) if the list is coded as words, otherwise
  // take_member(index) for every position, ascending. Several decoders may share `scratch`. Returns false if the bytes
  // are not a list; then all members that were taken are invalid.
  template <class TakeWords, class TakeMember>
  bool list(std::vector<std::uint64_t>& scratch, TakeWords&& take_words, TakeMember&& take_member) {
    if (!gaps_.begin(universe(pieces_), count_)) return false;
    if (list_form(pieces_, count_) == ListForm::kGaps) return gaps_.members(take_member);
    scratch.resize(words_per_placement(pieces_));
    const std::span<const std::uint8_t> rest = gaps_.rest();
    const std::size_t bytes = words_->unpack(rest.data(), rest.size(), scratch.data(), scratch.size());
    if (bytes == 0 || !gaps_.skip_bytes(bytes)) return false;
    std::uint64_t found = 0;
    for (const std::uint64_t word : scratch) found += bit_count(word);
    if (found != count_) return false;
    take_words(std::span<const std::uint64_t>(scratch));
    return true;
  }

  std::uint32_t count() const { return count_; }
  // Whether nothing but padding is left.
  bool at_end() const { return gaps_.at_end(); }

 private:
  int pieces_;
  const WordCode* words_;
  std::uint32_t count_ = 0;
  GapDecoder gaps_;
};

// Calls visit(n, index) for every position of a segment, in ascending order. The segment has `placements` placements: n
// is the number of the position's placement, from 0, and `index` is the position's index in this placement
// (core/colouring.h). False if the bytes are not a segment; everything visited is then invalid. Safe with any bytes.
template <class Visit>
bool visit_segment(SegmentCode code, std::span<const std::uint8_t> segment, std::size_t placements, Visit&& visit) {
  SegmentDecoder decoder(code, segment);
  std::vector<std::uint64_t> scratch;
  for (std::size_t n = 0; n < placements; ++n) {
    const auto take_words = [&](std::span<const std::uint64_t> words) {
      for (std::uint32_t w = 0; w < words.size(); ++w) {
        for (std::uint64_t rest = words[w]; rest != 0; rest &= rest - 1) {
          visit(n, 64 * w + lowest_bit(rest));
        }
      }
    };
    if (!decoder.list(scratch, take_words, [&](std::uint32_t at) { visit(n, at); })) return false;
  }
  return decoder.at_end();
}

}  // namespace uisge

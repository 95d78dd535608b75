// A code for ascending lists of numbers: a bit stream that has the gaps in Golomb-Rice code (Golomb 1966, Rice 1979).
//
// A ply decides a sparse subset of the positions of a placement. Rice's code with a parameter k fitted to each list
// takes at most a few per cent more bits than the entropy of random subsets, and a few nanoseconds per member. A list
// begins with its length + 1 in Elias's gamma code. Each gap g (the difference from the member before, minus one)
// follows as g >> k zeros, a one, and the k low bits of g. If g >> k is 24 or more, 24 zeros and g in 24 bits stand for
// the gap instead. The number k is not stored: it follows from the length of the list and from the list's universe (all
// members are below this number). The bits of the stream fill each byte from its lowest bit upwards.
//
// The bits of the code are the same with every instruction set. GapEncoder and GapDecoder REQUIRE
// is_supported(instructions).
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "solver/checkpoint/gap_loops.h"

namespace uisge {

inline constexpr std::uint32_t kMaxUniverse = std::uint32_t{1} << kEscapedGapBits;

// The parameter of the Rice code for `count` members below `universe`: about log2(0.69 * mean gap).
constexpr int rice_parameter(std::uint32_t universe, std::uint32_t count) {
  const std::uint64_t scaled = std::uint64_t{universe} * 177 / 256 / (count == 0 ? 1 : count);
  return scaled < 2 ? 0 : static_cast<int>(std::bit_width(scaled)) - 1;
}

class GapEncoder {
 public:
  explicit GapEncoder(InstructionSet instructions) : loops_(&gap_loops(instructions)) {}

  // Starts a list. REQUIRES: the previous list got all its members; count <= universe <= kMaxUniverse.
  void begin(std::uint32_t universe, std::uint32_t count) {
    BitSink& sink = list_.sink;
    const auto at = static_cast<std::size_t>(sink.at - bytes_.data());
    const std::size_t most = at + kMaxHeadBytes + std::size_t{count} * kMaxMemberBytes;
    if (bytes_.size() < most) {
      bytes_.resize(std::max(most, bytes_.size() * 2));
      sink.at = bytes_.data() + at;
    }
    const std::uint64_t code = std::uint64_t{count} + 1;
    const auto length = static_cast<unsigned>(std::bit_width(code));
    sink.put(std::uint64_t{1} << (length - 1), length);
    if (length > 1) sink.put(code & ((std::uint64_t{1} << (length - 1)) - 1), length - 1);
    list_.parameter = rice_parameter(universe, count);
    list_.next = 0;
  }
  // Appends to the list, for every offset, the number `first` + offset. Offsets ascend. REQUIRES: the new numbers are
  // greater than all numbers in the list.
  void add(std::uint32_t first, std::span<const std::uint16_t> offsets) {
    loops_->add(list_, first, offsets.data(), offsets.size());
  }
  // Writes the list in the caller's own form, in whole bytes: fill(out) writes at most `most` bytes, beginning at
  // `out`, and returns the address after the last one. The list then has no coded gaps; the caller does not call add().
  template <class Fill>
  void put_bytes(std::size_t most, Fill&& fill) {
    const BitSink& sink = list_.sink;
    const auto at = static_cast<std::size_t>(sink.at - bytes_.data()) + (sink.used == 0 ? 0 : 1);
    if (bytes_.size() < at + most + sizeof(std::uint64_t)) bytes_.resize(2 * (at + most) + sizeof(std::uint64_t));
    list_.sink = {fill(bytes_.data() + at), 0, 0};
  }
  // Ends the stream, and returns the bytes of all its lists, padded with zero bits. The result is valid until the next
  // list begins a new stream in the same memory.
  std::span<const std::uint8_t> finish() {
    const BitSink& sink = list_.sink;
    const std::span<const std::uint8_t> result(bytes_.data(), sink.at + (sink.used == 0 ? 0 : 1));
    list_.sink = {bytes_.data(), 0, 0};
    return result;
  }

 private:
  static constexpr std::size_t kMaxHeadBytes =
      8 + sizeof(std::uint64_t);  // the coded length; bytes beyond the list that storing a word may overwrite
  static constexpr std::size_t kMaxMemberBytes = (kMaxUnary + kEscapedGapBits) / 8;

  const GapLoops* loops_;
  std::vector<std::uint8_t> bytes_;
  WrittenGaps list_{{nullptr, 0, 0}, 0, 0};
};

class GapDecoder {
 public:
  GapDecoder(std::span<const std::uint8_t> bytes, InstructionSet instructions)
      : loops_(&gap_loops(instructions)), list_{{bytes.data(), bytes.size(), 0}, 0, 0, 0} {}

  // Begins the next list and sets `members` to the list's length. The caller then calls members(), which visits the
  // numbers of the list. begin() and members() return false if the bytes are not a list: cut short, too long, or with a
  // member that is not below `universe`. They never read beyond the end of the bytes.
  bool begin(std::uint32_t universe, std::uint32_t& members) {
    BitSource& source = list_.source;
    const std::uint64_t window = source.peek();
    if (window == 0) return false;
    const int zeros = std::countr_zero(window);
    if (zeros > 25) return false;
    source.skip(zeros + 1);
    const std::uint64_t code = std::uint64_t{1} << zeros | (source.peek() & ((std::uint64_t{1} << zeros) - 1));
    source.skip(zeros);
    const std::uint64_t count = code - 1;
    if (count > universe || source.overrun()) return false;
    members = count_ = static_cast<std::uint32_t>(count);
    list_.next = 0;
    list_.universe = universe;
    list_.parameter = rice_parameter(universe, members);
    return true;
  }
  template <class Visit>
  bool members(Visit&& visit) {
    std::array<std::uint32_t, kBatch> members;
    for (std::uint32_t left = count_; left != 0;) {
      const std::uint32_t some = std::min(left, kBatch);
      if (!loops_->decode(list_, some, members.data())) return false;
      for (std::size_t i = 0; i < some; ++i) visit(members[i]);
      left -= some;
    }
    return true;
  }

  // For a list that GapEncoder::put_bytes() wrote: rest() returns all bytes of the stream from the list's first byte
  // on. skip_bytes(count) skips the list, which has `count` bytes, and returns false if the stream ends earlier.
  std::span<const std::uint8_t> rest() const {
    const BitSource& source = list_.source;
    return std::span(source.bytes, source.size).subspan(std::min(next_byte(), source.size));
  }
  bool skip_bytes(std::size_t count) {
    list_.source.position = (next_byte() + count) * 8;
    return !list_.source.overrun();
  }

  // Whether only padding is left.
  bool at_end() const {
    const BitSource& source = list_.source;
    return !source.overrun() && source.size * 8 - source.position < 8;
  }

 private:
  static constexpr std::uint32_t kBatch = 512;

  std::size_t next_byte() const { return (list_.source.position + 7) / 8; }

  const GapLoops* loops_;
  ReadGaps list_;
  std::uint32_t count_ = 0;  // how many members the list has
};

}  // namespace uisge

// The functions to which GapLoops points (gap_loops.h). Every file for an instruction set includes and compiles this
// header.
#pragma once

#include "solver/checkpoint/gap_loops.h"

namespace uisge {

namespace {

void add_members(WrittenGaps& list, std::uint32_t first, const std::uint16_t* offsets, std::size_t count) {
  BitSink sink = list.sink;  // a copy, which the compiler can keep in registers
  const int parameter = list.parameter;
  const std::uint32_t low_bits = (std::uint32_t{1} << parameter) - 1;
  std::uint32_t next = list.next;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t member = first + offsets[i];
    const std::uint32_t gap = member - next;
    next = member + 1;
    const std::uint32_t quotient = gap >> parameter;
    if (quotient < kMaxUnary) {
      sink.put((std::uint64_t{gap & low_bits} << 1 | 1) << quotient, quotient + 1 + static_cast<unsigned>(parameter));
    } else {
      sink.put(std::uint64_t{gap} << kMaxUnary, kMaxUnary + kEscapedGapBits);
    }
  }
  list.next = next;
  list.sink = sink;
}

// The number of zero bits below the lowest one bit; 64 if there is no one bit.
int zeros_below(std::uint64_t window) {
  return window == 0 ? 64 : __builtin_ctzll(window);
}

bool decode_members(ReadGaps& list, std::size_t count, std::uint32_t* members) {
  ReadGaps at = list;  // a copy, which the compiler can keep in registers
  const int parameter = at.parameter;
  std::uint64_t window = at.source.peek();
  // The number of bits of `window` that are not decoded yet. Several codes are decoded from one peek().
  int valid = BitSource::kPeekedBits;
  for (std::size_t i = 0; i < count; ++i) {
    int length = zeros_below(window) + 1 + parameter;
    if (length > valid) {
      window = at.source.peek();
      valid = BitSource::kPeekedBits;
      length = zeros_below(window) + 1 + parameter;
    }
    const int quotient = length - 1 - parameter;
    std::uint64_t gap;
    if (quotient < kMaxUnary) {
      gap = static_cast<std::uint64_t>(quotient) << parameter |
            (window >> (quotient + 1) & ((std::uint64_t{1} << parameter) - 1));
    } else {
      window = at.source.peek();
      valid = BitSource::kPeekedBits;
      length = kMaxUnary + kEscapedGapBits;
      gap = window >> kMaxUnary & ((std::uint64_t{1} << kEscapedGapBits) - 1);
    }
    window >>= length;
    valid -= length;
    at.source.skip(length);
    at.next += gap;
    if (at.next >= at.universe || at.source.overrun()) return false;
    members[i] = static_cast<std::uint32_t>(at.next);
    ++at.next;
  }
  list = at;
  return true;
}

constexpr GapLoops kGapLoops{add_members, decode_members};

}  // namespace

}  // namespace uisge

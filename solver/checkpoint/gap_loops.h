// The inner loops of the gap code (gap_code.h) for one instruction set.
//
// Coding a member of a list takes five shifts by a variable number of bits. With BMI2, a shift by a variable number of
// bits takes one instruction instead of three.
//
// Files that are compiled for different instruction sets include this header, so its functions are always inline.
// Otherwise the linker would keep a single copy, which might use instructions that the processor lacks.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "core/instruction_set.h"

namespace uisge {

static_assert(std::endian::native == std::endian::little, "words are copied as bytes");

inline constexpr int kMaxUnary = 24;
inline constexpr int kEscapedGapBits = 24;

struct BitSink {
  std::uint8_t* at;
  std::uint64_t bits;  // the bits that the next put() stores at `at`
  unsigned used;       // the number of bits in use, below 8

  // Appends the lowest `count` bits of `value`. Always stores eight bytes, since a branch would often be mispredicted.
  // REQUIRES: 0 < count <= 48, value < 2^count; eight bytes from *at on may be written.
  [[gnu::always_inline]] inline void put(std::uint64_t value, unsigned count) {
    bits |= value << used;
    used += count;
    std::memcpy(at, &bits, sizeof bits);
    at += used / 8;
    bits >>= used & ~7u;
    used &= 7;
  }
};

struct BitSource {
  static constexpr int kPeekedBits = 57;

  const std::uint8_t* bytes;
  std::size_t size;      // in bytes
  std::size_t position;  // in bits

  [[gnu::always_inline]] inline bool overrun() const { return position > size * 8; }
  [[gnu::always_inline]] inline void skip(int bits) { position += static_cast<std::size_t>(bits); }
  // Returns at least the next kPeekedBits bits. Bits beyond the end are zeros.
  [[gnu::always_inline]] inline std::uint64_t peek() const {
    const std::size_t byte = position / 8;
    std::uint64_t word = 0;
    if (byte + 8 <= size) {
      std::memcpy(&word, bytes + byte, 8);
    } else if (byte < size) {
      std::memcpy(&word, bytes + byte, size - byte);
    }
    return word >> (position % 8);
  }
};

// The states of a list that is being written, and of a list that is being read.
struct WrittenGaps {
  BitSink sink;
  int parameter;       // of the Rice code
  std::uint32_t next;  // a lower bound on the next member
};
struct ReadGaps {
  BitSource source;
  int parameter;
  std::uint32_t universe;
  std::uint64_t next;
};

struct GapLoops {
  // Appends a member for each offset: the sum of `first` and the offset. REQUIRES: the offsets ascend; the members are
  // greater than all members already in `list`; the sink has room.
  void (*add)(WrittenGaps& list, std::uint32_t first, const std::uint16_t* offsets, std::size_t count);
  // Decodes the next `count` members of the list. Returns false if the bytes end before the last of these members.
  bool (*decode)(ReadGaps& list, std::size_t count, std::uint32_t* members);
};

// REQUIRES: is_supported(set).
const GapLoops& gap_loops(InstructionSet set);
const GapLoops& avx2_gap_loops();  // on x86-64

}  // namespace uisge

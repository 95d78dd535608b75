// Ascending lists of numbers as a bit stream: Golomb-Rice coded gaps (Golomb 1966, Rice 1979).
//
// What a ply decides is a sparse subset of the positions of a placement. Rice's code with the parameter fitted to
// each list costs at most a few per cent more than the entropy of random subsets, and a few nanoseconds a member.
// A list is: its length + 1 in Elias's gamma code, then each gap g (distance to the previous member, minus one):
// g >> k in unary (that many zeros, a one), then the k low bits; 24 zeros escape to a gap of 24 plain bits.
// k follows from the length and the universe, so it is not stored. Bits go from the lowest of a byte upwards.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace uisge {

inline constexpr int kMaxUnary = 24;
inline constexpr int kEscapedGapBits = 24;
inline constexpr std::uint32_t kMaxUniverse = std::uint32_t{1} << kEscapedGapBits;

// The parameter that suits `count` members among `universe` numbers: about log2(0.69 * mean gap).
constexpr int rice_parameter(std::uint32_t universe, std::uint32_t count) {
  const std::uint64_t scaled = std::uint64_t{universe} * 177 / 256 / (count == 0 ? 1 : count);
  return scaled < 2 ? 0 : static_cast<int>(std::bit_width(scaled)) - 1;
}

class GapEncoder {
 public:
  // Starts a list. REQUIRES: the previous one got all its members; count <= universe <= kMaxUniverse.
  void begin(std::uint32_t universe, std::uint32_t count) {
    const auto at = static_cast<std::size_t>(sink_.at - bytes_.data());
    const std::size_t most = at + kMaxHeadBytes + std::size_t{count} * kMaxMemberBytes;
    if (bytes_.size() < most) {
      bytes_.resize(std::max(most, bytes_.size() * 2));
      sink_.at = bytes_.data() + at;
    }
    const std::uint64_t code = std::uint64_t{count} + 1;
    const auto length = static_cast<unsigned>(std::bit_width(code));
    sink_.put(std::uint64_t{1} << (length - 1), length);
    if (length > 1) sink_.put(code & ((std::uint64_t{1} << (length - 1)) - 1), length - 1);
    parameter_ = rice_parameter(universe, count);
    next_ = 0;
  }
  // Members first + offset, ascending. REQUIRES: greater than those before.
  void add(std::uint32_t first, std::span<const std::uint16_t> offsets);
  // In place of a list's members, whole bytes: fill(out) writes at most `most` from out on and returns their end.
  template <class Fill>
  void put_bytes(std::size_t most, Fill&& fill) {
    const auto at = static_cast<std::size_t>(sink_.at - bytes_.data()) + (sink_.used == 0 ? 0 : 1);
    if (bytes_.size() < at + most + sizeof(std::uint64_t)) bytes_.resize(2 * (at + most) + sizeof(std::uint64_t));
    sink_ = {fill(bytes_.data() + at), 0, 0};
  }
  // The bytes so far, padded with zero bits; they are there until the next begin. The encoder is then as new but keeps
  // its memory.
  std::span<const std::uint8_t> finish() {
    const std::span<const std::uint8_t> result(bytes_.data(), sink_.at + (sink_.used == 0 ? 0 : 1));
    sink_ = {bytes_.data(), 0, 0};
    return result;
  }

 private:
  void add_portable(std::uint32_t first, std::span<const std::uint16_t> offsets);
  void add_bmi2(std::uint32_t first, std::span<const std::uint16_t> offsets);
  void add_members(std::uint32_t first, std::span<const std::uint16_t> offsets);

  static constexpr std::size_t kMaxHeadBytes = 8 + sizeof(std::uint64_t);  // the length, and what a store goes beyond
  static constexpr std::size_t kMaxMemberBytes = (kMaxUnary + kEscapedGapBits) / 8;

  struct BitSink {
    std::uint8_t* at;
    std::uint64_t bits;  // of *at and beyond
    unsigned used;       // of them, below 8

    // Whole bytes are done with at once: no branch to mispredict. REQUIRES: 0 < count <= 48, value < 2^count.
    [[gnu::always_inline]] void put(std::uint64_t value, unsigned count) {
      bits |= value << used;
      used += count;
      std::memcpy(at, &bits, sizeof bits);
      at += used / 8;
      bits >>= used & ~7u;
      used &= 7;
    }
  };

  std::vector<std::uint8_t> bytes_;
  BitSink sink_{nullptr, 0, 0};
  int parameter_ = 0;
  std::uint32_t next_ = 0;
};
static_assert(std::endian::native == std::endian::little, "finish() and the decoder copy words as bytes");

class GapDecoder {
 public:
  explicit GapDecoder(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  // The next list: how many members it has, and then visit(member) for each of them. False if the bytes are no such
  // list: cut short, too long, or a member outside of the universe. Never reads beyond the bytes.
  bool begin(std::uint32_t universe, std::uint32_t& members) {
    const std::uint64_t window = peek();
    if (window == 0) return false;
    const int zeros = std::countr_zero(window);
    if (zeros > 25) return false;
    skip(zeros + 1);
    const std::uint64_t code = std::uint64_t{1} << zeros | (peek() & ((std::uint64_t{1} << zeros) - 1));
    skip(zeros);
    const std::uint64_t count = code - 1;
    if (count > universe || overrun()) return false;
    next_ = 0;
    universe_ = universe;
    members = count_ = static_cast<std::uint32_t>(count);
    parameter_ = rice_parameter(universe, members);
    return true;
  }
  template <class Visit>
  bool members(Visit&& visit) {
    std::array<std::uint32_t, kBatch> members;
    for (std::uint32_t left = count_; left != 0;) {
      const std::uint32_t some = std::min(left, kBatch);
      if (!decode(some, members.data())) return false;
      for (std::size_t i = 0; i < some; ++i) visit(members[i]);
      left -= some;
    }
    return true;
  }

  // In place of a list's members, whole bytes: what is left from the next byte on, and how many of them were the
  // list's. False if that is more than there are.
  std::span<const std::uint8_t> rest() const { return bytes_.subspan(std::min(next_byte(), bytes_.size())); }
  bool skip_bytes(std::size_t count) {
    position_ = (next_byte() + count) * 8;
    return !overrun();
  }

  // Whether nothing but padding is left.
  bool at_end() const { return position_ <= bytes_.size() * 8 && bytes_.size() * 8 - position_ < 8; }

 private:
  static constexpr int kPeekedBits = 57;
  static constexpr std::uint32_t kBatch = 512;

  // The next `count` members of the list; false if the bytes have no such.
  bool decode(std::size_t count, std::uint32_t* members);
  bool decode_portable(std::size_t count, std::uint32_t* members);
  bool decode_bmi2(std::size_t count, std::uint32_t* members);
  bool decode_members(std::size_t count, std::uint32_t* members);

  std::size_t next_byte() const { return (position_ + 7) / 8; }
  bool overrun() const { return position_ > bytes_.size() * 8; }
  void skip(int bits) { position_ += static_cast<std::size_t>(bits); }
  // At least the next kPeekedBits bits, zeros beyond the end.
  std::uint64_t peek() const {
    const std::size_t byte = position_ / 8;
    std::uint64_t word = 0;
    if (byte + 8 <= bytes_.size()) {
      std::memcpy(&word, bytes_.data() + byte, 8);
    } else if (byte < bytes_.size()) {
      std::memcpy(&word, bytes_.data() + byte, bytes_.size() - byte);
    }
    return word >> (position_ % 8);
  }

  std::span<const std::uint8_t> bytes_;
  std::size_t position_ = 0;  // bits
  // Of the list that is being read.
  std::uint64_t next_ = 0;  // the least that the next member can be
  std::uint32_t universe_ = 0;
  std::uint32_t count_ = 0;
  int parameter_ = 0;
};

}  // namespace uisge

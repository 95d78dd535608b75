// Writes and reads bits in byte sequences. The lowest bit comes first, both in a byte and in a number.
#pragma once

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>

#include "core/bits.h"
#include "db/bytes.h"

namespace uisge {

// Reads a little-endian number, in one instruction if the machine is little-endian.
inline std::uint64_t load_u64(const std::byte* at) {
  if constexpr (std::endian::native == std::endian::little) {
    std::uint64_t value;
    std::memcpy(&value, at, sizeof value);
    return value;
  } else {
    return get_number<std::uint64_t>(ByteView(at, 8), 0);
  }
}

class BitWriter {
 public:
  explicit BitWriter(Bytes& out) : out_(&out) {}
  // REQUIRES: count <= 32, value < 2^count.
  void put(std::uint32_t value, int count) {
    assert(count <= 32 && (std::uint64_t{value} >> count) == 0);
    pending_ |= std::uint64_t{value} << pending_bits_;
    pending_bits_ += count;
    if (pending_bits_ >= 32) {
      put_number(*out_, static_cast<std::uint32_t>(pending_));
      pending_ >>= 32;
      pending_bits_ -= 32;
    }
  }
  // Writes Elias' gamma code of a number whose highest set bit is bit k: k zeros, a one, then the k lower bits.
  // REQUIRES: value >= 1.
  void put_gamma(std::uint32_t value) {
    const int low_bits = static_cast<int>(std::bit_width(value)) - 1;
    put(0, low_bits);
    put(1, 1);
    put(value ^ std::bit_floor(value), low_bits);
  }
  // Fills the last byte with zero bits. Call it once, at the end.
  void flush() {
    for (; pending_bits_ > 0; pending_bits_ -= 8, pending_ >>= 8) {
      out_->push_back(static_cast<std::byte>(pending_ & 0xFF));
    }
    pending_bits_ = 0;
  }

 private:
  Bytes* out_;
  std::uint64_t pending_ = 0;
  int pending_bits_ = 0;
};

// Reads zeros beyond the end; position() is then beyond the end too.
class BitReader {
 public:
  // REQUIRES: `bytes` is followed by kPadding readable bytes, which are zeros.
  static constexpr std::size_t kPadding = 8;
  explicit BitReader(ByteView bytes) : bytes_(bytes) {}
  // Returns the next bits but does not skip them. Only the lowest 57 bits are valid.
  std::uint64_t peek() const {
    return load_u64(bytes_.data() + std::min(position_ >> 3, bytes_.size())) >> (position_ & 7);
  }
  void skip(unsigned count) { position_ += count; }
  // REQUIRES: count <= 32.
  std::uint32_t get(unsigned count) {
    const std::uint64_t bits = peek() & ((std::uint64_t{1} << count) - 1);
    skip(count);
    return static_cast<std::uint32_t>(bits);
  }
  // Returns 0 if the next bits are not the gamma code of a number below 2^16.
  std::uint32_t get_gamma() {
    const unsigned low_bits = lowest_bit(peek() | std::uint64_t{1} << 16);
    skip(low_bits + 1);
    if (low_bits == 16) return 0;
    return (std::uint32_t{1} << low_bits) | get(low_bits);
  }
  std::size_t position() const { return position_; }  // in bits
  // True if only padding is left: the unread bits of the last byte that was read are zero, and no byte follows it. If
  // fewer than `least_bytes` bytes were read, the stream must have exactly `least_bytes` bytes, and all bytes that were
  // not read must be zero.
  bool is_at_end(std::size_t least_bytes = 0) const {
    const std::size_t used = (position_ + 7) / 8;
    if (std::max(used, least_bytes) != bytes_.size() || peek() != 0) return false;
    return std::all_of(bytes_.begin() + static_cast<std::ptrdiff_t>(used), bytes_.end(),
                       [](std::byte byte) { return byte == std::byte{0}; });
  }

 private:
  ByteView bytes_;
  std::size_t position_ = 0;
};

}  // namespace uisge

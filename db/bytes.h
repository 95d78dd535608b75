// Little-endian numbers in byte sequences, by shifts: no struct casts, the same on every machine.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace uisge {

using Bytes = std::vector<std::byte>;
using ByteView = std::span<const std::byte>;

template <std::unsigned_integral T>
void put_number(Bytes& bytes, T value) {
  for (std::size_t i = 0; i < sizeof(T); ++i) bytes.push_back(static_cast<std::byte>(value >> (8 * i) & 0xFF));
}

// REQUIRES: offset + sizeof(T) <= bytes.size(); callers have checked the section's size.
template <std::unsigned_integral T>
T get_number(ByteView bytes, std::size_t offset) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < sizeof(T); ++i) value |= std::to_integer<std::uint64_t>(bytes[offset + i]) << (8 * i);
  return static_cast<T>(value);
}

}  // namespace uisge

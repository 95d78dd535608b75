// Writes and reads little-endian numbers in byte sequences, in the same way on every machine.
#pragma once

#include <cassert>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

namespace uisge {

using Bytes = std::vector<std::byte>;
using ByteView = std::span<const std::byte>;

template <std::unsigned_integral T>
void put_number(Bytes& bytes, T value) {
  for (std::size_t i = 0; i < sizeof(T); ++i) bytes.push_back(static_cast<std::byte>(value >> (8 * i) & 0xFF));
}

// `Value` is an enumeration, or an integer type other than T.
template <class Value, class T>
concept OtherThan = (std::integral<Value> || std::is_enum_v<Value>)&&!std::same_as<Value, T>;

// Converts an enumerator, or a number of another type, to a T and appends its bytes. REQUIRES: T can represent the
// value.
template <std::unsigned_integral T, OtherThan<T> Value>
void put_number(Bytes& bytes, Value value) {
  const T number = static_cast<T>(value);
  assert(static_cast<Value>(number) == value);
  put_number(bytes, number);
}

// REQUIRES: offset + sizeof(T) <= bytes.size().
template <std::unsigned_integral T>
T get_number(ByteView bytes, std::size_t offset) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < sizeof(T); ++i) value |= std::to_integer<std::uint64_t>(bytes[offset + i]) << (8 * i);
  return static_cast<T>(value);
}

}  // namespace uisge

// Converts sizes, counts and times from and to text. Pure functions.
#pragma once

#include <cassert>
#include <chrono>
#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "core/error.h"

namespace uisge {

// Parses a number of bytes, with binary multiples: "8G", "512M", "64k", "1T", "4096". The texts "8GiB", "8GB" and "8g"
// mean the same as "8G". Errors (usage): no digits, an unknown unit, a fraction, zero, a number of more than 64 bits.
Result<std::uint64_t> parse_size(std::string_view text);

// Parses a whole number in decimal digits, "12", with nothing before or after the digits. Errors (usage): the text has
// another form, or the number is not between `least` and `most`.
Result<std::uint64_t> parse_number(std::string_view text, std::uint64_t least, std::uint64_t most);
// Parses a number as the function above does, but returns a T. REQUIRES: `most` fits in T.
template <std::integral T>
Result<T> parse_number(std::string_view text, std::uint64_t least, std::uint64_t most) {
  assert(std::in_range<T>(most));
  return parse_number(text, least, most).map([](std::uint64_t number) { return static_cast<T>(number); });
}

// Parses a number of seconds, such as "2" or "0.5": more than 0, and at most a billion.
Result<double> parse_seconds(std::string_view text);

std::string format_size(std::uint64_t bytes);                               // "3.8 GiB", "512 MiB", "17 bytes"
std::string format_count(std::uint64_t count);                              // "466,704,000"
std::string format_number_of(std::uint64_t count, std::string_view thing);  // "1 thread", "16 threads"
std::string format_rate(double per_second);                                 // "2.94 billion", "68.6 million", "25,600"
std::string format_duration(double seconds);  // "0.83 s", "42.0 s", "14 min 50 s", "3 h 05 min"
inline std::string format_duration(std::chrono::duration<double> time) {
  return format_duration(time.count());
}

}  // namespace uisge

// Quotients of counts, for shares, averages and rates.
#pragma once

#include <cstdint>

namespace uisge {

// REQUIRES: whole != 0.
constexpr double ratio(std::uint64_t part, std::uint64_t whole) {
  return static_cast<double>(part) / static_cast<double>(whole);
}

// 0 if `whole` is 0.
constexpr double percent(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : 100 * static_cast<double>(part) / static_cast<double>(whole);
}

// REQUIRES: seconds > 0.
constexpr double per_second(std::uint64_t count, double seconds) {
  return static_cast<double>(count) / seconds;
}

}  // namespace uisge

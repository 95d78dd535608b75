#include "solver/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "core/notation.h"
#include "core/whole_number.h"

namespace uisge {

namespace {

// The letter at index i stands for 1024^(i + 1).
constexpr std::string_view kUnitLetters = "kMGTP";
constexpr std::string_view kSmallUnitLetters = "kmgtp";

// The number of bits by which a unit shifts a number to the left ("KiB": 10), or -1 if the text is not a unit.
int unit_shift(std::string_view unit) {
  std::string small(unit);
  // The standard library of Emscripten has no algorithms over ranges.
  std::transform(small.begin(), small.end(), small.begin(), small_letter);
  if (small.empty() || small == "b") return 0;
  const std::size_t power = kSmallUnitLetters.find(small.front());
  const std::string_view rest = std::string_view(small).substr(1);
  if (power == std::string_view::npos || !(rest.empty() || rest == "b" || rest == "ib")) return -1;
  return 10 * (static_cast<int>(power) + 1);
}

}  // namespace

Result<std::uint64_t> parse_size(std::string_view text) {
  std::uint64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, failure] = std::from_chars(text.data(), end, number);
  if (failure == std::errc::result_out_of_range) return usage_error(fmt::format("{} is too large", text));
  const int shift = failure == std::errc{} ? unit_shift({rest, static_cast<std::size_t>(end - rest)}) : -1;
  if (shift < 0) return usage_error(fmt::format("'{}' is not a whole number with k, M, G or T, as in 8G", text));
  if (number == 0) return usage_error("0 is no size");
  if (number > std::numeric_limits<std::uint64_t>::max() >> shift) {
    return usage_error(fmt::format("{} is too large", text));
  }
  return number << shift;
}

Result<std::uint64_t> parse_number(std::string_view text, std::uint64_t least, std::uint64_t most) {
  const auto number = whole_number(text);
  if (number && *number >= least && *number <= most) return *number;
  return usage_error(fmt::format("'{}' is not a whole number from {} to {}", text, least, most));
}

std::string format_size(std::uint64_t bytes) {
  if (bytes < 1024) return fmt::format("{} bytes", bytes);
  auto value = static_cast<double>(bytes);
  std::size_t power = 0;
  // 999.5 would be printed as "1000", so the next unit is used.
  while (value >= 999.5 && power < kUnitLetters.size()) {
    value /= 1024;
    ++power;
  }
  const char letter = power == 1 ? 'K' : kUnitLetters[power - 1];
  return value < 9.95 ? fmt::format("{:.1f} {}iB", value, letter) : fmt::format("{:.0f} {}iB", value, letter);
}

std::string format_count(std::uint64_t count) {
  const std::string digits = fmt::format("{}", count);
  std::string text;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) text += ',';
    text += digits[i];
  }
  return text;
}

std::string format_number_of(std::uint64_t count, std::string_view thing) {
  return fmt::format("{} {}{}", format_count(count), thing, count == 1 ? "" : "s");
}

std::string format_rate(double per_second) {
  // 999.95 million would be printed as "1000.0 million", so "billion" begins there.
  if (per_second >= 0.99995e9) return fmt::format("{:.2f} billion", per_second / 1e9);
  if (per_second >= 0.99995e6) return fmt::format("{:.1f} million", per_second / 1e6);
  return format_count(static_cast<std::uint64_t>(std::llround(per_second)));
}

std::string format_duration(double seconds) {
  if (seconds < 9.995) return fmt::format("{:.2f} s", seconds);
  if (seconds < 59.95) return fmt::format("{:.1f} s", seconds);
  const auto whole = static_cast<std::int64_t>(std::llround(seconds));
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  const std::int64_t minutes = (whole + 30) / 60;
  return fmt::format("{} h {:02} min", minutes / 60, minutes % 60);
}

}  // namespace uisge

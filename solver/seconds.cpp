// This code is not in units.cpp, because the standard library of Emscripten has no std::from_chars for fractions.
#include <fmt/format.h>

#include <charconv>

#include "solver/units.h"

namespace uisge {

Result<double> parse_seconds(std::string_view text) {
  constexpr double kMost = 1e9;
  double seconds = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, failure] = std::from_chars(text.data(), end, seconds, std::chars_format::fixed);
  // The text must have only digits and a point, since from_chars also accepts "nan", "inf" and a sign.
  const bool is_decimal = text.find_first_not_of("0123456789.") == std::string_view::npos;
  if (is_decimal && failure == std::errc{} && rest == end && seconds > 0 && seconds <= kMost) return seconds;
  return usage_error(
      fmt::format("'{}' is not a number of seconds above 0 and up to {:.0f}, as 0.5 or 60", text, kMost));
}

}  // namespace uisge

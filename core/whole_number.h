// Parses whole numbers of decimal digits. Pure functions.
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>

namespace uisge {

// The number, if the whole text is digits and the number fits in 64 bits. Leading zeros are allowed.
inline std::optional<std::uint64_t> whole_number(std::string_view text) {
  std::uint64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, failure] = std::from_chars(text.data(), end, number);
  return failure == std::errc{} && rest == end ? std::optional(number) : std::nullopt;
}

// The number, if the text is the only one for it: as above, but without leading zeros.
inline std::optional<std::uint64_t> canonical_number(std::string_view text) {
  return text.size() > 1 && text.front() == '0' ? std::nullopt : whole_number(text);
}

}  // namespace uisge

// Removes white space around a text, and the byte-order mark that some editors write. Pure functions.
#pragma once

#include <algorithm>
#include <string_view>

namespace uisge {

inline constexpr std::string_view kWhiteSpace = " \t\r\n";
inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

// The text without spaces, tabs and line ends at its beginning and end.
constexpr std::string_view trimmed(std::string_view text) {
  const std::size_t begin = std::min(text.find_first_not_of(kWhiteSpace), text.size());
  return text.substr(begin, text.find_last_not_of(kWhiteSpace) + 1 - begin);
}

constexpr std::string_view without_byte_order_mark(std::string_view text) {
  return text.starts_with(kByteOrderMark) ? text.substr(kByteOrderMark.size()) : text;
}

}  // namespace uisge
